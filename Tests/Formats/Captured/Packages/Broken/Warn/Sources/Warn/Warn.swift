@available(*, deprecated, message: "use other")
public func old() {}
#warning("a warning by hand")
public func user() {
  let unused = 1
  old()
  let x: Int? = 2
  print(x)
}
