import Model

extension JSONText {
  mutating func value(_ coverage: CoverageReport) {
    object { text in
      text.key("excluded")
      text.array(coverage.excluded) { text, file in
        text.object {
          $0.member("lines", file.lines)
          $0.member("path", file.path.rawValue)
          $0.member("rule", file.rule)
        }
      }
      text.key("functions")
      text.value(coverage.functions)
      text.key("lines")
      text.value(coverage.lines)
      text.key("llvm")
      text.value(coverage.llvm)
      text.key("notMeasured")
      text.array(coverage.notMeasured) { text, file in
        text.object {
          $0.member("path", file.path.rawValue)
          $0.member("why", file.why)
        }
      }
      text.key("regions")
      text.value(coverage.regions)
      text.key("targets")
      text.array(coverage.targets) { $0.value($1) }
    }
  }

  mutating func value(_ lines: LineCounts) {
    counts(["executable": lines.executable, "executed": lines.executed, "partial": lines.partial])
  }

  private mutating func value(_ places: PlaceCounts) {
    counts(["count": places.count, "executed": places.executed])
  }

  private mutating func value(_ totals: LLVMTotals) {
    object {
      $0.key("functions")
      $0.counts(["count": totals.functions.count, "covered": totals.functions.covered])
      $0.key("lines")
      $0.counts(["count": totals.lines.count, "covered": totals.lines.covered])
      $0.key("regions")
      $0.counts(["count": totals.regions.count, "covered": totals.regions.covered])
    }
  }

  private mutating func value(_ target: TargetCoverage) {
    object {
      $0.key("files")
      $0.array(target.files) { $0.value($1) }
      $0.key("functions")
      $0.value(target.functions)
      $0.key("lines")
      $0.value(target.lines)
      $0.member("name", target.name)
      $0.key("regions")
      $0.value(target.regions)
    }
  }

  private mutating func value(_ file: FileCoverage) {
    object { text in
      text.key("functions")
      text.value(file.functions)
      text.key("lines")
      text.value(file.lines)
      text.key("llvm")
      text.value(file.llvm)
      text.key("missedLines")
      text.row(file.missedLines) { $0.row($1) { $0.value($1) } }
      text.key("partialLines")
      text.row(file.partialLines) { $0.value($1) }
      text.member("path", file.path.rawValue)
      text.key("regions")
      text.value(file.regions)
      text.key("unusedMessageLines")
      text.row(file.unusedMessageLines) { $0.value($1) }
    }
  }
}
