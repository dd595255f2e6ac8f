#ifndef THING_H
#define THING_H
int thing_add(int a, int b);
int second(int a);
static inline int thing_inline(int a) {
  if (a > 100) {
    return 1;
  }
  return a ? a : 7;
}
#endif
