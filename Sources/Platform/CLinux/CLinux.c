#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef TIOCGPTPEER
#define TIOCGPTPEER _IO('T', 0x41)
#endif

static void close_above_standard(void) {
  if (syscall(SYS_close_range, 3U, ~0U, 0U) == 0) return;
  struct rlimit limit;
  int end = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 1048576 ? (int)limit.rlim_cur : 1048576;
  for (int number = 3; number < end; number++) close(number);
}

static void forget_signals(void) {
  // The kernel's own form of "default", larger than on any machine: the C library hides two signals,
  // and a parent may have left even those ignored.
  uint64_t standard[8] = {0};
  for (int signal = 1; signal < NSIG; signal++) {
    syscall(SYS_rt_sigaction, signal, standard, NULL, sizeof(uint64_t));
  }
  uint64_t none = 0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof none);
}

static void limit_to(int resource, uint64_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return;
  limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
  setrlimit(resource, &limit);
}

// Runs in the child, on the parent's memory: system calls only, and it never returns.
static void become(const struct bothy_launch *launch, pid_t parent, volatile struct bothy_launched *told) {
  told->stage = BOTHY_STAGE_SESSION;
  if (setsid() < 0) goto refused;
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) goto refused;
  if (getppid() != parent) _exit(127);
  limit_to(RLIMIT_CORE, launch->core_bytes);
  limit_to(RLIMIT_LOCKS, launch->tree);
  told->stage = BOTHY_STAGE_FOLDER;
  if (chdir(launch->folder) != 0) goto refused;
  told->stage = BOTHY_STAGE_DESCRIPTORS;
  if (dup2(launch->input, 0) < 0 || dup2(launch->output, 1) < 0 || dup2(launch->error, 2) < 0) goto refused;
  close_above_standard();
  forget_signals();
  told->stage = BOTHY_STAGE_EXECUTE;
  execve(launch->path, launch->arguments, launch->environment);
refused:
  told->error = errno;
  _exit(127);
}

int bothy_become(
    const char *path, char *const *arguments, char *const *environment, const char *folder) {
  if (chdir(folder) != 0) return errno;
  close_above_standard();
  forget_signals();
  execve(path, arguments, environment);
  return errno;
}

struct bothy_launched bothy_start(const struct bothy_launch *launch) {
  volatile struct bothy_launched told = {.pid = -1, .stage = BOTHY_STAGE_FORK, .error = 0};
  // No handler of ours may run in the child while it shares our memory.
  uint64_t all = ~0ULL, before = 0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, sizeof all);
  pid_t parent = getpid();
  pid_t pid = vfork();
  if (pid == 0) become(launch, parent, &told);
  if (pid < 0) told.error = errno;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
  if (pid > 0 && told.error != 0) {
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
    pid = -1;
  }
  return (struct bothy_launched){.pid = pid, .stage = told.stage, .error = told.error};
}

uint64_t bothy_own_tree(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_LOCKS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : 0;
}

int bothy_peek(pid_t pid, int *value) {
  siginfo_t found;
  memset(&found, 0, sizeof found);
  while (waitid(P_PID, (id_t)pid, &found, WEXITED | WNOHANG | WNOWAIT) != 0) {
    if (errno != EINTR) return -1;
  }
  if (found.si_pid == 0) return 0;
  *value = found.si_status;
  return found.si_code == CLD_EXITED ? 1 : 2;
}

pid_t bothy_reap(pid_t pid, struct rusage *usage) {
  pid_t reaped;
  while ((reaped = wait4(pid, NULL, WNOHANG, usage)) < 0 && errno == EINTR) {
  }
  return reaped;
}

int bothy_above_standard(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

int bothy_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

static int open_terminal_peer(int reading) {
  if (unlockpt(reading) != 0) return -1;
  int writing = ioctl(reading, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (writing >= 0) return writing;
  char path[128];
  int error = ptsname_r(reading, path, sizeof path);
  if (error != 0) {
    errno = error;
    return -1;
  }
  return open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
}

int bothy_open_terminal(int *reading, int *writing) {
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (master < 0) return errno;
  int slave = open_terminal_peer(master);
  if (slave < 0) {
    int error = errno;
    close(master);
    return error;
  }
  struct termios mode;
  // Wide, because some tools cut their lines at the width of the terminal.
  struct winsize size = {.ws_row = 50, .ws_col = 200};
  if (tcgetattr(slave, &mode) == 0) {
    cfmakeraw(&mode);
    tcsetattr(slave, TCSANOW, &mode);
    ioctl(slave, TIOCSWINSZ, &size);
  }
  *reading = master;
  *writing = slave;
  return 0;
}

int bothy_open_pipe(int *reading, int *writing, int bytes) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  fcntl(ends[0], F_SETPIPE_SZ, bytes);
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

bool bothy_read_status(const char *text, size_t count, struct bothy_status *status) {
  char line[1024];
  if (count >= sizeof line) count = sizeof line - 1;
  memcpy(line, text, count);
  line[count] = 0;
  // The name may contain anything, also spaces and parentheses.
  const char *rest = memrchr(line, ')', count);
  if (rest == NULL || sscanf(line, "%d (", &status->pid) != 1) return false;
  return sscanf(rest + 1,
                " %c %d %d %d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld %*d %llu",
                &status->state, &status->parent, &status->group, &status->session, &status->threads,
                &status->started) == 6;
}

ssize_t bothy_find_entry(const char *block, size_t count, const char *beginning) {
  size_t length = strlen(beginning);
  for (size_t at = 0; at + length <= count;) {
    if (memcmp(block + at, beginning, length) == 0) return (ssize_t)at;
    at += strnlen(block + at, count - at) + 1;
  }
  return -1;
}

int bothy_next_pids(int folder, pid_t *pids, int capacity) {
  // Room for one entry of the longest name, or about ten processes.
  char buffer[288] __attribute__((aligned(8)));
  for (;;) {
    long bytes = syscall(SYS_getdents64, folder, buffer, sizeof buffer);
    if (bytes <= 0) return 0;
    int count = 0;
    for (long at = 0; at < bytes && count < capacity;) {
      // struct linux_dirent64: inode 8, offset 8, length 2, type 1, name.
      uint16_t length;
      memcpy(&length, buffer + at + 16, sizeof length);
      pid_t pid = (pid_t)strtol(buffer + at + 19, NULL, 10);
      if (pid > 0) pids[count++] = pid;
      at += length;
    }
    if (count > 0) return count;
  }
}

int bothy_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0U); }

int bothy_pidfd_signal(int pidfd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0U);
}

int bothy_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void bothy_eventfd_raise(int descriptor) {
  uint64_t one = 1;
  ssize_t written = write(descriptor, &one, sizeof one);
  (void)written;
}

static volatile int raised_by_signal[NSIG];

static volatile sig_atomic_t refused_signal;

// Whether a process carries the limit of a tree that this one started: see struct bothy_launch.
static bool is_below(pid_t pid) {
  struct {
    uint64_t current, most;
  } limit;
  if (pid <= 0 || syscall(SYS_prlimit64, pid, RLIMIT_LOCKS, NULL, &limit) != 0) return false;
  if (limit.current == (uint64_t)RLIM_INFINITY) return false;
  uint64_t own = (uint64_t)getpid() & 0x3FFFFF;
  return (limit.current >> 42) == own || ((limit.current & 0xFFFFFFFF) >> 10) == own;
}

static void on_signal(int signal, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  bool was_sent = info->si_code == SI_USER || info->si_code == SI_QUEUE || info->si_code == SI_TKILL;
  if (was_sent && info->si_pid != getpid() && is_below(info->si_pid)) {
    refused_signal = signal;
  } else {
    bothy_eventfd_raise(raised_by_signal[signal]);
  }
  errno = error;
}

int bothy_refused_signal(void) { return refused_signal; }

int bothy_raise_on_signal(int signal, int descriptor) {
  if (signal < 1 || signal >= NSIG) return EINVAL;
  raised_by_signal[signal] = descriptor;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  if (sigaction(signal, &action, NULL) != 0) return errno;
  // Whoever started us may have blocked it.
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, signal);
  return pthread_sigmask(SIG_UNBLOCK, &mask, NULL);
}

int bothy_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 ? 0 : errno; }

int bothy_end_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0) == 0 ? 0 : errno; }

void bothy_keep_children(void) {
  struct sigaction now;
  if (sigaction(SIGCHLD, NULL, &now) != 0) return;
  if (now.sa_handler != SIG_IGN && !(now.sa_flags & SA_NOCLDWAIT)) return;
  memset(&now, 0, sizeof now);
  now.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &now, NULL);
}

int bothy_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

bool bothy_peer_user(int descriptor, uid_t *user) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return false;
  *user = peer.uid;
  return true;
}
