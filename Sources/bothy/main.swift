print("bothy")
