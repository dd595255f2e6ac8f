#include "CClang.h"

#include <dlfcn.h>
#include <stdlib.h>

// The part of libclang's stable interface that reads diagnostics.
typedef struct { const void *data; unsigned flags; } String;
typedef struct { const void *data[2]; unsigned number; } Location;
typedef void *Set, *Entry, *File;

typedef struct {
  void *library;
  Set (*load)(const char *, int *, String *);
  unsigned (*count)(Set);
  Entry (*entry)(Set, unsigned);
  Set (*children)(Entry);
  void (*disposeSet)(Set);
  int (*severity)(Entry);
  String (*spelling)(Entry);
  Location (*location)(Entry);
  void (*place)(Location, File *, unsigned *, unsigned *, unsigned *);
  String (*fileName)(File);
  const char *(*text)(String);
  void (*disposeString)(String);
} Clang;

static _Bool find(Clang *clang) {
  void *library = clang->library;
#define FIND(member, name) ((*(void **)&clang->member = dlsym(library, "clang_" name)) != NULL)
  return FIND(load, "loadDiagnostics") && FIND(count, "getNumDiagnosticsInSet") &&
         FIND(entry, "getDiagnosticInSet") && FIND(children, "getChildDiagnostics") &&
         FIND(disposeSet, "disposeDiagnosticSet") && FIND(severity, "getDiagnosticSeverity") &&
         FIND(spelling, "getDiagnosticSpelling") && FIND(location, "getDiagnosticLocation") &&
         FIND(place, "getFileLocation") && FIND(fileName, "getFileName") &&
         FIND(text, "getCString") && FIND(disposeString, "disposeString");
#undef FIND
}

void *bothy_clang_open(const char *path) {
  Clang *clang = calloc(1, sizeof *clang);
  if (!clang) return NULL;
  clang->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (clang->library && find(clang)) return clang;
  bothy_clang_close(clang);
  return NULL;
}

void bothy_clang_close(void *opened) {
  Clang *clang = opened;
  if (!clang) return;
  if (clang->library) dlclose(clang->library);
  free(clang);
}

typedef struct {
  const Clang *clang;
  void *context;
  void (*take)(void *, const BothyDiagnostic *);
} Reading;

static void tell(const Reading *reading, Set set, int depth) {
  const Clang *clang = reading->clang;
  unsigned count = clang->count(set);
  for (unsigned index = 0; index < count; index++) {
    Entry entry = clang->entry(set, index);
    BothyDiagnostic told = {.severity = clang->severity(entry), .depth = depth};
    File file = NULL;
    unsigned offset = 0;
    clang->place(clang->location(entry), &file, &told.line, &told.column, &offset);
    String message = clang->spelling(entry), name = {0};
    if (file) name = clang->fileName(file);
    told.message = clang->text(message);
    told.file = file ? clang->text(name) : NULL;
    reading->take(reading->context, &told);
    clang->disposeString(message);
    if (file) clang->disposeString(name);
    // Of a loaded file, sets of notes belong to the whole.
    if (depth < 8) tell(reading, clang->children(entry), depth + 1);
  }
}

_Bool bothy_clang_read(
    void *opened, const char *file, void *context, void (*take)(void *, const BothyDiagnostic *)) {
  const Clang *clang = opened;
  int error = 0;
  String why = {0};
  Set set = clang->load(file, &error, &why);
  if (why.data) clang->disposeString(why);
  if (!set) return 0;
  Reading reading = {clang, context, take};
  tell(&reading, set, 0);
  clang->disposeSet(set);
  return 1;
}
