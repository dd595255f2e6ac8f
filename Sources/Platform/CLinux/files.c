#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
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

int bothy_share_file(int from, int to) { return ioctl(to, FICLONE, from) == 0 ? 0 : errno; }

static ssize_t copy_through(int from, int to, off_t at, size_t most) {
  char buffer[1 << 16];
  ssize_t got = pread(from, buffer, most < sizeof buffer ? most : sizeof buffer, at);
  for (ssize_t done = 0; done < got;) {
    ssize_t put = pwrite(to, buffer + done, (size_t)(got - done), at + done);
    if (put < 0 && errno != EINTR) return -1;
    if (put > 0) done += put;
  }
  return got;
}

int bothy_copy_piece(int from, int to, int64_t *at, int64_t most) {
  off_t data = lseek(from, *at, SEEK_DATA);
  if (data < 0 && errno == ENXIO) return 0;
  // Not every file system tells of holes.
  if (data < 0) data = *at;
  off_t hole = lseek(from, data, SEEK_HOLE);
  int64_t count = hole > data && hole - data < most ? hole - data : most;
  loff_t in = data, out = data;
  ssize_t moved = copy_file_range(from, &in, to, &out, (size_t)count, 0);
  if (moved < 0 && (errno == EXDEV || errno == ENOSYS || errno == EINVAL || errno == EOPNOTSUPP))
    moved = copy_through(from, to, data, (size_t)count);
  if (moved < 0) return errno == EINTR ? 1 : -errno;
  *at = data + moved;
  return moved > 0;
}
