#include "CLinux.h"

#include <malloc.h>

void bothy_trim_memory(void) { malloc_trim(0); }
