#include "CCounter.h"

int counter_add(int a, int b) {
  if (a < 0) {
    return b;
  }
  return a + b;
}

int counter_unused(void) {
  return 1;
}
