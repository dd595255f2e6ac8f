#pragma once
#include <dlfcn.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Only one command serves: the library, and those for TLS that come with it, are loaded by that one.
static inline void *bothy_http_find(const char *name) {
  void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  return library ? dlsym(library, name) : NULL;
}
// Looked for once: to look takes as long as to answer. Two who look at once find the same.
#define BOTHY_HTTP_FOUND(name) \
  ({ \
    static void *found; \
    void *known = __atomic_load_n(&found, __ATOMIC_RELAXED); \
    if (!known) { \
      known = bothy_http_find(name); \
      __atomic_store_n(&found, known, __ATOMIC_RELAXED); \
    } \
    known; \
  })
#define BOTHY_HTTP(function) ((__typeof__(&function))BOTHY_HTTP_FOUND(#function))

static const enum MHD_Result bothy_http_yes = MHD_YES;
static const enum MHD_Result bothy_http_no = MHD_NO;
static inline int bothy_http_has_begun(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}

struct bothy_http_settings {
  int listener;
  unsigned threads;
  unsigned connections;
  unsigned of_one_address;
  // Without a byte in either direction.
  unsigned silent_seconds;
  // For the head of a request.
  size_t memory;
  // PEM, or NULL.
  const char *certificate;
  const char *key;
};

// Addresses reach us as they were sent: what is escaped in them is judged before it is decoded.
static inline size_t bothy_http_keep(void *own, struct MHD_Connection *connection, char *text) {
  (void)own;
  (void)connection;
  return strlen(text);
}

static inline int bothy_http_is_there(void) { return bothy_http_find("MHD_start_daemon") != NULL; }

// NULL where it cannot begin; the listener is then still the caller's.
static inline struct MHD_Daemon *bothy_http_start(
    const struct bothy_http_settings *it, void *own, MHD_AccessHandlerCallback answer,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connected,
    void *(*asked)(void *, const char *, struct MHD_Connection *)) {
  struct MHD_OptionItem options[] = {
    { MHD_OPTION_THREAD_POOL_SIZE, (intptr_t)it->threads, NULL },
    { MHD_OPTION_LISTEN_SOCKET, it->listener, NULL },
    { MHD_OPTION_CONNECTION_LIMIT, (intptr_t)it->connections, NULL },
    { MHD_OPTION_PER_IP_CONNECTION_LIMIT, (intptr_t)it->of_one_address, NULL },
    { MHD_OPTION_CONNECTION_TIMEOUT, (intptr_t)it->silent_seconds, NULL },
    { MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)it->memory, NULL },
    { MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL },
    { MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)&bothy_http_keep, NULL },
    { MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)asked, own },
    { MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)completed, own },
    { MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)connected, own },
    { it->certificate ? MHD_OPTION_HTTPS_MEM_CERT : MHD_OPTION_END, 0, (void *)it->certificate },
    { it->key ? MHD_OPTION_HTTPS_MEM_KEY : MHD_OPTION_END, 0, (void *)it->key },
    { MHD_OPTION_END, 0, NULL },
  };
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
  if (it->certificate) flags |= MHD_USE_TLS;
  struct MHD_Daemon *(*start)(
      unsigned, uint16_t, MHD_AcceptPolicyCallback, void *, MHD_AccessHandlerCallback, void *, ...) =
      (struct MHD_Daemon * (*)(unsigned, uint16_t, MHD_AcceptPolicyCallback, void *,
                               MHD_AccessHandlerCallback, void *, ...))bothy_http_find("MHD_start_daemon");
  return start ? start(flags, 0, NULL, NULL, answer, own, MHD_OPTION_ARRAY, options, MHD_OPTION_END) : NULL;
}

static inline void bothy_http_stop(struct MHD_Daemon *daemon) { BOTHY_HTTP(MHD_stop_daemon)(daemon); }

static inline const union MHD_ConnectionInfo *bothy_http_about(
    struct MHD_Connection *connection, enum MHD_ConnectionInfoType what) {
  const union MHD_ConnectionInfo *(*about)(struct MHD_Connection *, enum MHD_ConnectionInfoType, ...) =
      (const union MHD_ConnectionInfo *(*)(struct MHD_Connection *, enum MHD_ConnectionInfoType, ...))
          BOTHY_HTTP_FOUND("MHD_get_connection_info");
  return about(connection, what);
}
static inline int bothy_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *it = bothy_http_about(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return it ? it->connect_fd : -1;
}
static inline const struct sockaddr *bothy_http_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *it = bothy_http_about(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return it ? it->client_addr : NULL;
}
static inline void bothy_http_headers(
    struct MHD_Connection *connection, MHD_KeyValueIterator take, void *own) {
  (void)BOTHY_HTTP(MHD_get_connection_values)(connection, MHD_HEADER_KIND, take, own);
}

static inline struct MHD_Response *bothy_http_bytes(const void *bytes, size_t count) {
  return BOTHY_HTTP(MHD_create_response_from_buffer)(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
// The descriptor is the answer's from then on.
static inline struct MHD_Response *bothy_http_file(int descriptor, uint64_t offset, uint64_t count) {
  return BOTHY_HTTP(MHD_create_response_from_fd_at_offset64)(count, descriptor, offset);
}
static inline struct MHD_Response *bothy_http_stream(
    void *own, MHD_ContentReaderCallback read, MHD_ContentReaderFreeCallback gone) {
  return BOTHY_HTTP(MHD_create_response_from_callback)(MHD_SIZE_UNKNOWN, 4096, read, own, gone);
}
static inline void bothy_http_header(struct MHD_Response *answer, const char *name, const char *value) {
  (void)BOTHY_HTTP(MHD_add_response_header)(answer, name, value);
}
// The answer is the library's from then on, sent or not.
static inline enum MHD_Result bothy_http_send(
    struct MHD_Connection *connection, unsigned status, struct MHD_Response *answer) {
  enum MHD_Result sent = BOTHY_HTTP(MHD_queue_response)(connection, status, answer);
  BOTHY_HTTP(MHD_destroy_response)(answer);
  return sent;
}
static inline void bothy_http_suspend(struct MHD_Connection *connection) {
  BOTHY_HTTP(MHD_suspend_connection)(connection);
}
static inline void bothy_http_resume(struct MHD_Connection *connection) {
  BOTHY_HTTP(MHD_resume_connection)(connection);
}
