int bad(int n);
