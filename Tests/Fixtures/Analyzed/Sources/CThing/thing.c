#include "CThing.h"

int first(int index) {
  int *none = 0;
  if (index > COUNT) return *none;
  return index;
}
