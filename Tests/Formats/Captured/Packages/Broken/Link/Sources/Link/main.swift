import CThing

@_silgen_name("also_nowhere") func alsoNowhere()
print(nowhere_defined(1))
alsoNowhere()
