#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

// What a child is to become. The pointers must stay valid until bothy_start returns.
// The descriptors are 3 or above; the child gets them as 0, 1 and 2 and no other.
struct bothy_launch {
  const char *path;
  char *const *arguments;
  char *const *environment;
  const char *folder;
  int input;
  int output;
  int error;
  uint64_t core_bytes;
  // Becomes the limit of file locks, which the kernel inherits and shows but has not used since 2.4.
  uint64_t tree;
};

enum bothy_stage {
  BOTHY_STAGE_FORK,
  BOTHY_STAGE_SESSION,
  BOTHY_STAGE_FOLDER,
  BOTHY_STAGE_DESCRIPTORS,
  BOTHY_STAGE_EXECUTE,
};

// error is 0 when the program runs; otherwise nothing does and stage says what was refused.
struct bothy_launched {
  pid_t pid;
  enum bothy_stage stage;
  int error;
};

struct bothy_launched bothy_start(const struct bothy_launch *launch);

// This very process becomes that program, with its standard descriptors and no other: errno, or never back.
int bothy_become(
    const char *path, char *const *arguments, char *const *environment, const char *folder);

// The tree that this process was given itself; 0 when none was.
uint64_t bothy_own_tree(void);

// How a child ended, found out without reaping it: 0 still runs, 1 exited, 2 signaled, -1 errno.
int bothy_peek(pid_t pid, int *value);

// Reaps one child: its pid, 0 when it still runs, -1 errno.
pid_t bothy_reap(pid_t pid, struct rusage *usage);

// A new pseudo-terminal in raw mode: 0 or errno. `reading` does not block.
int bothy_open_terminal(int *reading, int *writing);

// A new pipe: 0 or errno. `reading` does not block; room for bytes where the kernel allows it.
int bothy_open_pipe(int *reading, int *writing, int bytes);

// Each of two files or folders gets the name of the other, at one stroke: 0 or errno.
int bothy_exchange(const char *one, const char *other);

// Whatever was written to the file system of an open file is on its disk: 0, or -1 and errno.
int bothy_sync_disk(int descriptor);

// Has a new file hold the same blocks as another, where the file system can: 0 or errno.
int bothy_share_file(int from, int to);

// Copies the next bytes at or behind `at`, at most so many, and leaves holes as they are: 1 while there may be
// more, 0 at the end, or -errno.
int bothy_copy_piece(int from, int to, int64_t *at, int64_t most);

// The same open file under a number that is 3 or above; closed on exec. -1 errno.
int bothy_above_standard(int descriptor);

// One line of the kernel's table of processes, from the text of /proc/PID/stat.
struct bothy_status {
  pid_t pid;
  pid_t parent;
  pid_t group;
  pid_t session;
  char state;
  long threads;
  unsigned long long started;
};
bool bothy_read_status(const char *text, size_t count, struct bothy_status *status);

// Where in an environment block the first entry that begins so stands; -1 nowhere.
ssize_t bothy_find_entry(const char *block, size_t count, const char *beginning);

// The next few processes of an open /proc: how many, 0 at the end. Few at a time, because what starts
// others and exits is gone long before the end of a long list.
int bothy_next_pids(int folder, pid_t *pids, int capacity);

int bothy_pidfd_open(pid_t pid);
int bothy_pidfd_signal(int pidfd, int signal);

int bothy_eventfd(void);
void bothy_eventfd_raise(int descriptor);

// From now on this signal raises that eventfd: 0 or errno. What a process of a tree that this one started sends
// raises nothing.
int bothy_raise_on_signal(int signal, int descriptor);

// The last signal that such a process sent; 0 where none did.
int bothy_refused_signal(void);

int bothy_become_subreaper(void);
int bothy_end_with_parent(int signal);

// Undoes an inherited "ignore" for SIGCHLD, under which no child could be waited for.
void bothy_keep_children(void);

// The next connection to a local socket, not blocking: -1 errno.
int bothy_accept(int listener);
// Whose process is on the other side of a local socket.
bool bothy_peer_user(int descriptor, uid_t *user);

// What a file is, itself and not what a link leads to. Times are seconds since 1970; born is below 0 where the
// file system does not tell.
struct bothy_file {
  uint32_t mode;
  uint64_t size;
  uint64_t inode;
  double changed;
  double born;
};
// 0 or errno.
int bothy_look(const char *path, struct bothy_file *file);

// Large pieces of memory go back to the system by themselves, and leave no holes between small ones.
void bothy_keep_memory_apart(void);

// Gives memory that nobody uses back to the system.
void bothy_trim_memory(void);

// From now on a crash of this process, on whatever thread, leaves a file with these words before it takes its
// course; with NULL none does. Not to be called by two threads at once.
void bothy_mark_crashes(const char *path, const char *words);
