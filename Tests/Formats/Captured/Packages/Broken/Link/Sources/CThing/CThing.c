#include "CThing.h"
