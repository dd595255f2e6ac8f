import Kit

extension ScratchFolder {
  var file: String { path + "/a b?#%é.sqlite" }
}
