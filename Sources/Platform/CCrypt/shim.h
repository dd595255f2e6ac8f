#pragma once
#include <crypt.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// Only who makes or checks a password needs it: it is loaded then.
static inline void *bothy_crypt_find(const char *name) {
  void *library = dlopen("libcrypt.so.1", RTLD_NOW | RTLD_LOCAL);
  return library ? dlsym(library, name) : NULL;
}
#define BOTHY_CRYPT(function) ((__typeof__(&function))bothy_crypt_find(#function))

static inline int bothy_crypt_is_there(void) { return BOTHY_CRYPT(crypt_gensalt_rn) != NULL; }

// A new setting for yescrypt, with the system's own randomness; 0 where there is none.
static inline int bothy_crypt_setting(char *text, int size) {
  __typeof__(&crypt_gensalt_rn) make = BOTHY_CRYPT(crypt_gensalt_rn);
  return make && make("$y$", 0, NULL, 0, text, size) != NULL;
}

// What a password becomes by a setting, or by what one became before; 0 where it cannot be had.
static inline int bothy_crypt_hash(const char *password, const char *setting, char *text, size_t size) {
  __typeof__(&crypt_rn) hash = BOTHY_CRYPT(crypt_rn);
  struct crypt_data *data = calloc(1, sizeof *data);
  const char *made = hash && data ? hash(password, setting, data, (int)sizeof *data) : NULL;
  int fits = made && made[0] != '*' && strlen(made) < size;
  if (fits) memcpy(text, made, strlen(made) + 1);
  if (data) explicit_bzero(data, sizeof *data);
  free(data);
  return fits;
}
