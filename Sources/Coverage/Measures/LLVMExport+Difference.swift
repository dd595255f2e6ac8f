extension LLVMExport {
  /// The first file of which the other tells something else; nil where both tell the same.
  public func difference(from other: LLVMExport) -> String? {
    let names = Set(files.map(\.name)).symmetricDifference(other.files.map(\.name))
    if let name = names.min() { return name }
    for (file, another) in zip(files, other.files) where file != another { return file.name }
    for (function, another) in zip(functions, other.functions) {
      let own = function.files.map { fileNames[Int($0)] }
      let isSame =
        function.name == another.name && function.count == another.count
        && own == another.files.map { other.fileNames[Int($0)] }
        && regions[function.regions] == other.regions[another.regions]
      if !isSame { return own.first ?? function.name }
    }
    return functions.count == other.functions.count ? nil : "a function that one of them lacks"
  }
}
