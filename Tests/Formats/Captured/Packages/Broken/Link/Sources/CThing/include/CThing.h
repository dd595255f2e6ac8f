int nowhere_defined(int n);
