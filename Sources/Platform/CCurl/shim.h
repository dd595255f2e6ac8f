#pragma once
#include <curl/curl.h>

// Swift calls no function that takes "...".
static inline CURLcode bothy_curl_text(CURL *handle, CURLoption option, const char *text) {
  return curl_easy_setopt(handle, option, text);
}
static inline CURLcode bothy_curl_number(CURL *handle, CURLoption option, long number) {
  return curl_easy_setopt(handle, option, number);
}
static inline CURLcode bothy_curl_list(CURL *handle, CURLoption option, struct curl_slist *list) {
  return curl_easy_setopt(handle, option, list);
}
static inline CURLcode bothy_curl_pointer(CURL *handle, CURLoption option, void *pointer) {
  return curl_easy_setopt(handle, option, pointer);
}
static inline CURLcode bothy_curl_data(
    CURL *handle, CURLoption option, size_t (*take)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(handle, option, take);
}
static inline CURLcode bothy_curl_progress(
    CURL *handle, int (*ask)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, ask);
}
static inline CURLcode bothy_curl_protocols(CURL *handle, const char *names) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, names);
#else
  (void)names;
  return curl_easy_setopt(
      handle, CURLOPT_PROTOCOLS,
      (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS | CURLPROTO_SMTP | CURLPROTO_SMTPS));
#endif
}
static inline CURLcode bothy_curl_status(CURL *handle, long *status) {
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}
