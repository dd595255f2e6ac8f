#include "CLoose.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <git2.h>
#include <git2/sys/odb_backend.h>

typedef struct {
  git_odb_backend base;
  char folder[];
} loose_backend;

static char *loose_path(git_odb_backend *backend, const git_oid *id) {
  const char *folder = ((loose_backend *)backend)->folder;
  char hex[GIT_OID_HEXSZ + 1] = {0};
  git_oid_fmt(hex, id);
  size_t size = strlen(folder) + GIT_OID_HEXSZ + 3;
  char *path = (char *)malloc(size);
  if (path) snprintf(path, size, "%s/%.2s/%s", folder, hex, hex + 2);
  return path;
}

static int loose_damaged(const git_oid *id, const char *how) {
  char hex[GIT_OID_HEXSZ + 1] = {0};
  char text[128];
  git_oid_fmt(hex, id);
  snprintf(text, sizeof text, "the object %s %s", hex, how);
  git_error_set_str(GIT_ERROR_ODB, text);
  return GIT_ERROR;
}

// The whole file, compressed as it is.
static int loose_load(
    git_odb_backend *backend, const git_oid *id, unsigned char **bytes, size_t *count) {
  char *path = loose_path(backend, id);
  if (!path) return GIT_ERROR;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  int number = errno;
  free(path);
  if (file < 0) {
    if (number == ENOENT || number == ENOTDIR) return GIT_ENOTFOUND;
    return loose_damaged(id, strerror(number));
  }
  struct stat status;
  int usable = fstat(file, &status) == 0 && status.st_size > 0;
  if (!usable || !(*bytes = (unsigned char *)malloc(status.st_size))) {
    close(file);
    return loose_damaged(id, "is empty");
  }
  *count = 0;
  while (*count < (size_t)status.st_size) {
    ssize_t got = read(file, *bytes + *count, status.st_size - *count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    *count += got;
  }
  close(file);
  return GIT_OK;
}

// Reads "type size\0"; how many bytes it takes, or 0.
static size_t loose_heading(
    const unsigned char *bytes, size_t count, git_object_t *type, size_t *size) {
  const unsigned char *end = (const unsigned char *)memchr(bytes, 0, count);
  const unsigned char *space = end ? (const unsigned char *)memchr(bytes, ' ', end - bytes) : NULL;
  if (!space || space + 1 == end || end - space > 18) return 0;
  char name[8] = {0};
  if (space - bytes >= (ptrdiff_t)sizeof name) return 0;
  memcpy(name, bytes, space - bytes);
  *type = git_object_string2type(name);
  *size = 0;
  for (const unsigned char *digit = space + 1; digit < end; digit++) {
    if (*digit < '0' || *digit > '9') return 0;
    *size = *size * 10 + (*digit - '0');
  }
  return *type == GIT_OBJECT_INVALID ? 0 : end - bytes + 1;
}

// With `data` null only the heading is read.
static int loose_inflate(
    void **data, size_t *size, git_object_t *type, git_odb_backend *backend, const git_oid *id) {
  unsigned char *bytes = NULL, *content = NULL, first[4096];
  size_t count = 0;
  int code = loose_load(backend, id, &bytes, &count);
  if (code < 0) return code;
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  stream.next_in = bytes;
  stream.avail_in = count > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uInt)count;
  stream.next_out = first;
  stream.avail_out = sizeof first;
  code = inflateInit(&stream) == Z_OK ? GIT_OK : GIT_ERROR;
  int state = code == GIT_OK ? inflate(&stream, Z_SYNC_FLUSH) : Z_DATA_ERROR;
  size_t had = sizeof first - stream.avail_out;
  size_t heading = state == Z_OK || state == Z_STREAM_END || state == Z_BUF_ERROR
                       ? loose_heading(first, had, type, size) : 0;
  if (!heading) code = loose_damaged(id, "is damaged");
  // Deflate makes nothing smaller than a thousandth: a heading that tells of more lies.
  if (code == GIT_OK && *size / 1100 > count + 64) code = loose_damaged(id, "tells a wrong size");
  if (code == GIT_OK && data) {
    content = (unsigned char *)git_odb_backend_data_alloc(backend, *size + 1);
    size_t filled = had - heading;
    if (!content || filled > *size) {
      code = loose_damaged(id, "is damaged");
    } else {
      memcpy(content, first + heading, filled);
      unsigned char spare;
      while (state == Z_OK || state == Z_BUF_ERROR) {
        size_t room = *size - filled;
        if (room > 1u << 30) room = 1u << 30;
        stream.next_out = room ? content + filled : &spare;
        stream.avail_out = room ? (uInt)room : 1;
        uInt before = stream.avail_out, waiting = stream.avail_in;
        state = inflate(&stream, Z_NO_FLUSH);
        uInt made = before - stream.avail_out;
        if (!room && made) break;
        filled += made;
        // Nothing came and nothing went: it was cut short.
        if (!made && waiting == stream.avail_in && state != Z_STREAM_END) break;
      }
      if (state != Z_STREAM_END || filled != *size) {
        code = loose_damaged(id, "was cut short or is damaged");
      }
    }
    if (code == GIT_OK) {
      content[*size] = 0;
      *data = content;
    } else if (content) {
      git_odb_backend_data_free(backend, content);
    }
  }
  inflateEnd(&stream);
  free(bytes);
  return code;
}

static int loose_read(
    void **data, size_t *size, git_object_t *type, git_odb_backend *backend, const git_oid *id) {
  return loose_inflate(data, size, type, backend, id);
}

static int loose_read_header(
    size_t *size, git_object_t *type, git_odb_backend *backend, const git_oid *id) {
  return loose_inflate(NULL, size, type, backend, id);
}

static int loose_exists(git_odb_backend *backend, const git_oid *id) {
  char *path = loose_path(backend, id);
  struct stat status;
  int there = path && stat(path, &status) == 0 && S_ISREG(status.st_mode);
  free(path);
  return there;
}

static int loose_exists_prefix(
    git_oid *found, git_odb_backend *backend, const git_oid *start, size_t digits) {
  const char *folder = ((loose_backend *)backend)->folder;
  char hex[GIT_OID_HEXSZ + 1] = {0}, wanted[GIT_OID_HEXSZ + 1] = {0};
  git_oid_fmt(wanted, start);
  size_t size = strlen(folder) + 4;
  char *path = (char *)malloc(size);
  if (!path || digits < 2) { free(path); return GIT_ENOTFOUND; }
  snprintf(path, size, "%s/%.2s", folder, wanted);
  DIR *entries = opendir(path);
  free(path);
  int matches = 0;
  for (struct dirent *entry; entries && (entry = readdir(entries));) {
    if (strlen(entry->d_name) != GIT_OID_HEXSZ - 2) continue;
    if (strncmp(entry->d_name, wanted + 2, digits - 2) != 0) continue;
    snprintf(hex, sizeof hex, "%.2s%.38s", wanted, entry->d_name);
    if (git_oid_fromstr(found, hex) == 0) matches++;
  }
  if (entries) closedir(entries);
  return matches == 1 ? GIT_OK : matches ? GIT_EAMBIGUOUS : GIT_ENOTFOUND;
}

static int loose_read_prefix(
    git_oid *found, void **data, size_t *size, git_object_t *type, git_odb_backend *backend,
    const git_oid *start, size_t digits) {
  int code = loose_exists_prefix(found, backend, start, digits);
  return code < 0 ? code : loose_inflate(data, size, type, backend, found);
}

static void loose_free(git_odb_backend *backend) { free(backend); }

static git_odb_backend *loose_new(const char *folder) {
  loose_backend *backend = (loose_backend *)calloc(1, sizeof *backend + strlen(folder) + 1);
  if (!backend) return NULL;
  git_odb_init_backend(&backend->base, GIT_ODB_BACKEND_VERSION);
  backend->base.read = loose_read;
  backend->base.read_prefix = loose_read_prefix;
  backend->base.read_header = loose_read_header;
  backend->base.exists = loose_exists;
  backend->base.exists_prefix = loose_exists_prefix;
  backend->base.free = loose_free;
  strcpy(backend->folder, folder);
  return &backend->base;
}

int bothy_loose_add(struct git_odb *store, const char *folder, int priority, int is_alternate) {
  git_odb_backend *backend = loose_new(folder);
  if (!backend) return GIT_ERROR;
  int code = is_alternate ? git_odb_add_alternate(store, backend, priority)
                          : git_odb_add_backend(store, backend, priority);
  if (code < 0) loose_free(backend);
  return code;
}
