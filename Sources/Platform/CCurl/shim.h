#pragma once
#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

// Libcurl brings thirty libraries with it, which take longer to load than many a command takes: it is loaded
// when something is sent, and only then. Each function is looked for anew, which is little beside a network.
static inline void *bothy_curl_library(void) { return dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL); }
static inline void *bothy_curl_find(const char *name) {
  void *library = bothy_curl_library();
  return library ? dlsym(library, name) : NULL;
}
#define BOTHY_CURL(function) ((__typeof__(&function))bothy_curl_find(#function))

// Calls with "..." keep their checks of types: curl's own macros stand in the way of a pointer.
#define BOTHY_CURL_SET(handle, option, value) \
  ((CURLcode(*)(CURL *, CURLoption, ...))bothy_curl_find("curl_easy_setopt"))(handle, option, value)

// False where the machine has no libcurl any more.
static inline int bothy_curl_begin(void) {
  CURLcode (*begin)(long) = BOTHY_CURL(curl_global_init);
  return begin && begin(CURL_GLOBAL_ALL) == CURLE_OK;
}
static inline CURL *bothy_curl_open(void) { return BOTHY_CURL(curl_easy_init)(); }
static inline void bothy_curl_close(CURL *handle) { BOTHY_CURL(curl_easy_cleanup)(handle); }
static inline CURLcode bothy_curl_perform(CURL *handle) { return BOTHY_CURL(curl_easy_perform)(handle); }
static inline const char *bothy_curl_words(CURLcode code) { return BOTHY_CURL(curl_easy_strerror)(code); }
static inline struct curl_slist *bothy_curl_append(struct curl_slist *list, const char *text) {
  return BOTHY_CURL(curl_slist_append)(list, text);
}
static inline void bothy_curl_free(struct curl_slist *list) { BOTHY_CURL(curl_slist_free_all)(list); }

static inline CURLcode bothy_curl_text(CURL *handle, CURLoption option, const char *text) {
  return BOTHY_CURL_SET(handle, option, text);
}
static inline CURLcode bothy_curl_number(CURL *handle, CURLoption option, long number) {
  return BOTHY_CURL_SET(handle, option, number);
}
static inline CURLcode bothy_curl_list(CURL *handle, CURLoption option, struct curl_slist *list) {
  return BOTHY_CURL_SET(handle, option, list);
}
static inline CURLcode bothy_curl_pointer(CURL *handle, CURLoption option, void *pointer) {
  return BOTHY_CURL_SET(handle, option, pointer);
}
static inline CURLcode bothy_curl_data(
    CURL *handle, CURLoption option, size_t (*take)(char *, size_t, size_t, void *)) {
  return BOTHY_CURL_SET(handle, option, take);
}
static inline CURLcode bothy_curl_progress(
    CURL *handle, int (*ask)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
  return BOTHY_CURL_SET(handle, CURLOPT_XFERINFOFUNCTION, ask);
}
static inline CURLcode bothy_curl_protocols(CURL *handle, const char *names) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return BOTHY_CURL_SET(handle, CURLOPT_PROTOCOLS_STR, names);
#else
  (void)names;
  return BOTHY_CURL_SET(
      handle, CURLOPT_PROTOCOLS,
      (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS | CURLPROTO_SMTP | CURLPROTO_SMTPS));
#endif
}
static inline CURLcode bothy_curl_status(CURL *handle, long *status) {
  CURLcode (*info)(CURL *, CURLINFO, ...) =
      (CURLcode(*)(CURL *, CURLINFO, ...))bothy_curl_find("curl_easy_getinfo");
  return info(handle, CURLINFO_RESPONSE_CODE, status);
}
