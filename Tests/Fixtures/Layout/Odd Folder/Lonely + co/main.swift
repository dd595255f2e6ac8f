print("lonely")
