#include "thing.h"
#define PICK(x) ((x) > 3 ? (x) : 3)
int thing_add(int a, int b) {
  if (a > 1000)
    return 0;
#if 0
  return 9;
#endif
  for (int i = 0; i < 3; i++)
    b += PICK(i) - PICK(i);
  thing_inline(4);
  return a && b ? a + b : b;
}
static int unused_static(void) { return 4; }
int unused_c(void) {
  return unused_static();
}
