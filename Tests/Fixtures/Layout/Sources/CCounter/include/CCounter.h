#ifndef C_COUNTER_H
#define C_COUNTER_H

int counter_add(int a, int b);

static inline int counter_double(int a) {
  return a * 2;
}

static inline int counter_never(int a) {
  return a * 3;
}

#endif
