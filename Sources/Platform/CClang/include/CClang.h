#ifndef BOTHY_CCLANG_H
#define BOTHY_CCLANG_H

/// One entry of a file of serialized diagnostics. `depth` 1 is a note on the entry before.
typedef struct {
  int severity, depth;
  unsigned line, column;
  const char *file, *message;
} BothyDiagnostic;

/// A loaded libclang; NULL where it cannot be loaded or lacks what is needed.
void *bothy_clang_open(const char *library);
void bothy_clang_close(void *clang);

/// Calls `take` with each entry of a file; its texts are valid until it returns. False where the file cannot
/// be read.
_Bool bothy_clang_read(
    void *clang, const char *file, void *context, void (*take)(void *context, const BothyDiagnostic *entry));

#endif
