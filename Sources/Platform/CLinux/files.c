#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static double seconds(struct statx_timestamp time) { return (double)time.tv_sec + time.tv_nsec / 1e9; }

int bothy_look(const char *path, struct bothy_file *file) {
  struct statx facts;
  if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS | STATX_BTIME, &facts) != 0) return errno;
  file->mode = facts.stx_mode;
  file->size = facts.stx_size;
  file->inode = facts.stx_ino;
  file->changed = seconds(facts.stx_ctime);
  file->born = facts.stx_mask & STATX_BTIME ? seconds(facts.stx_btime) : -1;
  return 0;
}

int bothy_sync_disk(int descriptor) { return syncfs(descriptor); }
