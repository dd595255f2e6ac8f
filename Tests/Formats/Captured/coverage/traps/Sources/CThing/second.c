#include "thing.h"
int second(int a) { return -thing_inline(a); }
