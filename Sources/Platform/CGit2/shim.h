#pragma once
#include <git2.h>
#include <git2/odb_backend.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>
#include <sys/types.h>

// git_libgit2_opts is variadic, which Swift cannot call.
// These extensions change nothing for a reader of objects, refs and an ordinary index.
static inline int bothy_git_allow_extensions(void) {
  const char *names[] = {"worktreeconfig", "partialclone", "preciousobjects"};
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, sizeof names / sizeof *names);
}
static inline int bothy_git_verify_hashes(void) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 1);
}
// Owners are checked in Swift, by all of git's rules.
static inline int bothy_git_leave_owners(void) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
}
// Whose signatures count: a file of certificates.
static inline int bothy_git_trust(const char *file) {
  return git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, file, NULL);
}

// Glibc's module does not show it. Copies within the kernel, sharing blocks where the file system can.
extern ssize_t copy_file_range(int from, off_t *, int to, off_t *, size_t count, unsigned flags);
static inline ssize_t bothy_copy_range(int from, int to, size_t count) {
  return copy_file_range(from, NULL, to, NULL, count, 0);
}
