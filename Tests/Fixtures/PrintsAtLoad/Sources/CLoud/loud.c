#include "loud.h"
#include <stdio.h>

static int count = 0;

__attribute__((constructor)) static void shout(void) {
  count += 1;
  printf("LoudTests.Ghost/testGhost\n{\"name\": \"ghost\"}\nno newline");
  fflush(stdout);
}

int loud_count(void) {
  return count;
}
