import Words

print(words())
