#include "CLinux.h"

#include <malloc.h>

void bothy_keep_memory_apart(void) { mallopt(M_MMAP_THRESHOLD, 32 << 10); }

void bothy_trim_memory(void) { malloc_trim(0); }
