static inline int inner(void) { return "x"; }
