#include "CThing.h"

int first(int index) { return index; }
