int loud_count(void);
