import Foundation
import Model
import Words
import YAML

/// Texts with a shape of their own: paths, patterns, addresses, names, times.
extension Form where Value == String {
  /// A path on this machine, made absolute. `..` is left to the file system, which knows of links.
  static func path(_ words: String, from folder: String) -> Self {
    line(words).checked { path in
      if path.hasPrefix("~") { return "`~` is not expanded: write the whole path" }
      let remote = path.holds("://") || path.holds(":") && path.prefix { $0 != "/" }.contains("@")
      let advice = "clone it (git clone --mirror) and name its folder"
      return remote ? "Bothy reads repositories and tools on this machine: \(advice)" : nil
    }.map { path in
      if path.hasPrefix("/") { return path }
      let parts = path.split(separator: "/").filter { $0 != "." }
      return ([folder == "/" ? "" : folder] + parts.map(String.init)).joined(separator: "/")
    }
  }

  /// A folder inside the repository, without `./` and doubled slashes.
  static var folderInside: Self {
    line("a folder inside the repository").checked(insideProblem).map { path in
      let parts = path.split(separator: "/").filter { $0 != "." }
      return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
  }

  static var glob: Self { line("a glob").checked { globProblem($0[...]) } }

  /// A glob, or `!` and what is left out.
  static var globOrExclusion: Self {
    line("a glob").checked { text in
      text == "!"
        ? "after ! comes what to leave out" : globProblem(text.first == "!" ? text.dropFirst() : text[...])
    }
  }

  static var branch: Self {
    line("a branch or a glob").checked { name in
      if name.hasPrefix("refs/heads/") { return "write the branch alone: `\(name.dropFirst(11))`" }
      if name.hasPrefix("!") { return "branches are only named, not left out: write those that are wanted" }
      let isBroken =
        name.contains { " ~^:\\".contains($0) } || name.holds("..") || name.holds("//")
        || name.hasPrefix("/") || name.hasSuffix("/") || name.hasSuffix(".lock") || name.hasPrefix("-")
      return isBroken ? "no branch can have such a name" : bracketProblem(name)
    }
  }

  /// One branch, by its name.
  static var branchName: Self {
    branch.checked { Glob.isPattern($0) ? "it takes one branch by its name, and no pattern" : nil }
  }

  static var commitLink: Self { line("an address with {commit} in it").checked(CommitLink.problem) }

  static var regularExpression: Self {
    text("a regular expression").checked { pattern in
      // Far beyond what anybody writes, and far below what exhausts a compiler's stack.
      guard pattern.count <= 1000 else { return "at most 1000 characters are taken" }
      // The two test libraries match with one engine each: a pattern must please both.
      do {
        _ = try Regex(pattern)
        _ = try NSRegularExpression(pattern: pattern)
        return nil
      } catch let error as NSError where error.domain == NSCocoaErrorDomain {
        return "this is not a regular expression"
      } catch {
        return "this is not a regular expression: \(error)"
      }
    }
  }

  static var variableName: Self {
    line("a name of letters, digits and _").checked(variableProblem)
  }

  static var mailAddress: Self {
    line("an e-mail address").checked { address in
      let parts = address.split(separator: "@", omittingEmptySubsequences: false)
      let isAddress =
        parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !address.contains { " ,;<>\"".contains($0) }
      return isAddress ? nil : "it takes an address such as team@example.org"
    }
  }

  static var webAddress: Self {
    line("an http or https address").checked { address in
      let url = URL(string: address)
      let isWeb = ["http", "https"].contains(url?.scheme?.lowercased() ?? "") && url?.host?.isEmpty == false
      return isWeb ? nil : "it takes an address such as https://example.org/hook"
    }
  }

  /// A file of `templates/webhooks/`, by its name alone.
  static var webhookTemplate: Self {
    line("the name of a template").checked { name in
      let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
      return isName ? nil : "it takes a name alone, such as summary or github-status"
    }
  }

  /// Whose value stands in the bot's secrets.
  static var secretName: Self {
    line("the name of a secret").checked(variableProblem)
  }

  static var timeZone: Self {
    line("a time zone").checked { name in
      if TimeZone(identifier: name) != nil { return nil }
      let known = TimeZone.knownTimeZoneIdentifiers
      if known.isEmpty { return "this machine knows no time zones: install the Debian package tzdata" }
      let near = MeantKey.near(name, among: known) ?? known.first { $0.hasSuffix("/" + name) }
      return near.map { "did you mean `\($0)`?" } ?? "it takes a name such as Europe/Berlin or UTC"
    }
  }
}

extension Form where Value == [String] {
  /// A list that only takes out would keep nothing.
  static var artifacts: Self {
    Form<String>.globOrExclusion.list("a list of globs", such: #"["snapshot-failures/**"]"#).checked {
      globs in
      globs.isEmpty || globs.contains { !Glob($0).isNegated }
        ? nil : "it only leaves out: name what is to be kept, such as \"snapshot-failures/**\""
    }
  }

  static var buildArguments: Self {
    let list = Form<String>.text("an argument").list("a list of arguments", such: #"["-Xswiftc", "-DCI"]"#)
    return Self(words: list.words) { node, findings in
      guard let arguments = list.read(node, &findings) else { return nil }
      let problems = BuildArguments(arguments).problems
      guard case .sequence(let items) = node.content, !problems.isEmpty else { return arguments }
      for problem in problems {
        findings.add(
          "`\(findings.key)` cannot hold \(quoted(problem.option)): \(problem.advice)",
          at: items[problem.index].place)
      }
      return nil
    }
  }
}

extension Form where Value == Int {
  /// Minutes after midnight.
  static var timeOfDay: Self {
    let words = "a time of day such as \"02:30\""
    return scalar(words, advice: "it takes \(words), from 00:00 to 23:59") { scalar in
      let parts = scalar.text.split(separator: ":", omittingEmptySubsequences: false)
      let digits = parts.filter { $0.count == 2 && $0.allSatisfy { ("0"..."9").contains($0) } }
      let numbers = digits.compactMap { Int($0) }
      guard parts.count == 2, numbers.count == 2, numbers[0] < 24, numbers[1] < 60 else { return nil }
      return numbers[0] * 60 + numbers[1]
    }
  }
}

extension Form where Value == [String: String] {
  /// Names and values; any plain value is taken as it is written.
  static var environment: Self {
    let words = "names and values"
    return Form(words: words) { node, findings in
      if node.isEmpty { return [:] }
      guard case .mapping(let entries) = node.content else {
        findings.reject(node, "it takes \(words), such as {KEY: value}")
        return nil
      }
      let count = findings.problems.count
      let outer = findings.key
      defer { findings.key = outer }
      var values: [String: String] = [:]
      for entry in entries {
        findings.key = "\(outer).\(entry.key)"
        if let problem = variableProblem(entry.key) {
          findings.add("\(quoted(entry.key)) cannot be a name here: \(problem)", at: entry.keyPlace)
        }
        values[entry.key] = Form<String>.raw("a text").read(entry.value, &findings)
      }
      return findings.problems.count == count ? values : nil
    }
  }
}

private func variableProblem(_ name: String) -> String? {
  if name == "BOTHY" || name.hasPrefix("BOTHY_") || name.hasPrefix("XCS_") {
    return "Bothy sets the names that start with BOTHY_ and XCS_ itself"
  }
  let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  return isName && name.first?.isNumber == false ? nil : "it takes a name of letters, digits and _"
}

private func insideProblem(_ path: String) -> String? {
  if path.hasPrefix("/") { return "it starts at the top of the repository: write it without the first /" }
  return path.split(separator: "/").contains("..") ? "`..` leads out of the repository" : nil
}

private func globProblem(_ glob: Substring) -> String? {
  insideProblem(String(glob))
    ?? (glob.hasSuffix("\\") ? "nothing comes after the last \\" : bracketProblem(String(glob)))
}

private func bracketProblem(_ glob: String) -> String? {
  var rest = glob[...]
  while let open = rest.firstIndex(of: "[") {
    // In []a] the first bracket belongs to the set.
    let inside = rest[open...].dropFirst().drop { $0 == "!" || $0 == "^" }.dropFirst()
    guard let close = inside.firstIndex(of: "]") else { return "its [ is never closed by ]" }
    rest = rest[close...].dropFirst()
  }
  return nil
}
