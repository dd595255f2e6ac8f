#pragma once
#include <git2.h>

// git_libgit2_opts is variadic, which Swift cannot call.
// These extensions change nothing for a reader of objects, refs and an ordinary index.
static inline int bothy_git_allow_extensions(void) {
  const char *names[] = {"worktreeconfig", "partialclone", "preciousobjects"};
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, sizeof names / sizeof *names);
}
static inline int bothy_git_verify_hashes(void) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 1);
}
static inline int bothy_git_validate_owners(void) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 1);
}
