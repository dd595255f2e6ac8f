#pragma once

struct git_odb;

// Loose objects, read so that a damaged one is an error: libgit2 1.5 never ends on one that was cut short.
// Has a store read those in `folder`; the code is libgit2's.
int bothy_loose_add(struct git_odb *store, const char *folder, int priority, int is_alternate);

// From now on libgit2 reads the certificates that it is told to; before, it trusts no server.
void bothy_read_certificates(void);
