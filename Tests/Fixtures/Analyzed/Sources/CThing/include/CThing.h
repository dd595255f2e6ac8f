int first(int index);
