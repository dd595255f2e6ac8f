#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include "CLoose.h"

// libgit2 decodes all certificates of the machine when it is set up, for servers that it may be sent to. Only
// a process that fetches is sent to any, and half of the time that setting it up took went there: this is
// found before the function of its TLS library, and adds none to the list until it is asked for.
int mbedtls_x509_crt_parse_file(void *certificates, const char *path);

static int is_wanted;

void bothy_read_certificates(void) { is_wanted = 1; }

int mbedtls_x509_crt_parse_file(void *certificates, const char *path) {
  if (!is_wanted) return 0;
  union {
    void *found;
    int (*parse)(void *, const char *);
  } real;
  real.found = dlsym(RTLD_NEXT, "mbedtls_x509_crt_parse_file");
  return real.found == NULL ? -1 : real.parse(certificates, path);
}
