#include "CBad.h"
#include "inner.h"
int bad(int n) {
  int unused;
  char *p = n;
  return undefined_thing + missing();
}
