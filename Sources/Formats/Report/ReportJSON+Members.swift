import Model

// Members are written in alphabetical order; a test compares each with what the model declares.

extension JSONText {
  mutating func value(_ report: Report) {
    object { text in
      text.key("artifacts")
      text.array(report.artifacts) { $0.value($1) }
      text.member("bot", report.bot.rawValue)
      text.key("changes")
      if let changes = report.changes { text.value(changes) } else { text.null() }
      text.member("clean", report.clean)
      text.key("commit")
      if let commit = report.commit { text.value(commit) } else { text.null() }
      text.key("commits")
      text.array(report.commits) { $0.value($1) }
      text.key("comparedWith")
      if let comparison = report.comparedWith { text.value(comparison) } else { text.null() }
      text.member("configuration", report.configuration.rawValue)
      text.key("coverage")
      if let coverage = report.coverage { text.value(coverage) } else { text.null() }
      text.member("coverageNote", report.coverageNote)
      text.member("ended", Timestamp.write(report.ended))
      text.member("integration", report.integration.value)
      text.key("issues")
      text.value(report.issues)
      text.key("machine")
      if let machine = report.machine { text.value(machine) } else { text.null() }
      text.key("notes")
      text.array(report.notes) { $0.value($1) }
      text.key("phases")
      text.array(report.phases) { $0.value($1) }
      text.member("queued", Timestamp.write(report.queued))
      text.member("reason", report.reason)
      text.member("result", report.result.rawValue)
      text.member("schema", report.schema)
      text.member("seconds", seconds: report.seconds.isFinite ? report.seconds : 0)
      text.key("selection")
      if let selection = report.selection { text.value(selection) } else { text.null() }
      text.member("started", Timestamp.write(report.started))
      text.key("tests")
      text.value(report.tests)
      text.member("toolchain", report.toolchain)
      text.key("usage")
      if let usage = report.usage { text.value(usage) } else { text.null() }
    }
  }

  private mutating func value(_ artifact: Artifact) {
    object {
      $0.member("bytes", artifact.bytes)
      $0.member("name", artifact.name)
      $0.member("path", artifact.path)
      $0.member("sha256", artifact.sha256)
    }
  }

  private mutating func value(_ commit: Commit) {
    object {
      $0.member("author", commit.author)
      $0.member("branch", commit.branch?.rawValue)
      $0.member("changes", commit.changes)
      $0.member("date", Timestamp.write(commit.date))
      $0.member("email", commit.email)
      $0.member("id", commit.id.rawValue)
      $0.member("skipped", commit.skipped)
      $0.member("subject", commit.subject)
    }
  }

  private mutating func value(_ changes: Changes) {
    object { text in
      text.key("files")
      text.array(changes.files) { text, file in
        text.object {
          $0.key("lines")
          $0.row(file.lines) { $0.row($1) { $0.value($1) } }
          $0.member("path", file.path.rawValue)
        }
      }
      text.member("note", changes.note)
      text.key("since")
      if let since = changes.since {
        text.object {
          $0.member("commit", since.commit.rawValue)
          $0.member("hadChanges", since.hadChanges)
          $0.member("integration", since.integration?.value)
        }
      } else {
        text.null()
      }
    }
  }

  private mutating func value(_ comparison: Comparison) {
    object { text in
      text.key("coverage")
      if let coverage = comparison.coverage {
        text.object {
          $0.member("integration", coverage.integration.value)
          $0.key("lines")
          $0.value(coverage.lines)
          $0.member("toolchain", coverage.toolchain)
        }
      } else {
        text.null()
      }
      text.member("integration", comparison.integration.value)
    }
  }

  private mutating func value(_ phase: Phase) {
    object {
      $0.member("name", phase.name.rawValue)
      $0.member("seconds", seconds: phase.seconds.isFinite ? phase.seconds : 0)
      $0.member("status", phase.status.rawValue)
    }
  }

  private mutating func value(_ selection: TestSelection) {
    object {
      $0.key("filters")
      $0.row(selection.filters) { $0.value($1) }
      $0.key("skips")
      $0.row(selection.skips) { $0.value($1) }
    }
  }

  private mutating func value(_ usage: Usage) {
    object {
      $0.member("cpuSeconds", seconds: usage.cpuSeconds.isFinite ? usage.cpuSeconds : 0)
      $0.member("peakMemoryBytes", usage.peakMemoryBytes)
    }
  }

  private mutating func value(_ machine: HostMachine) {
    object {
      $0.member("cores", machine.cores)
      $0.member("host", machine.host)
      $0.member("kernel", machine.kernel)
      $0.member("memoryBytes", machine.memoryBytes)
      $0.member("system", machine.system)
    }
  }

  private mutating func value(_ issues: IssueLists) {
    object { text in
      for (name, list) in [
        ("new" as StaticString, issues.new), ("resolved", issues.resolved), ("silenced", issues.silenced),
        ("unresolved", issues.unresolved),
      ] {
        text.key(name)
        text.array(list) { $0.value($1) }
      }
    }
  }

  private mutating func value(_ issue: Issue) {
    object {
      $0.member("file", issue.file?.rawValue)
      $0.member("identity", issue.identity.rawValue)
      $0.member("kind", issue.kind.rawValue)
      $0.member("line", issue.line)
      $0.member("message", issue.message)
      $0.member("seen", issue.seen)
      $0.member("since", issue.since.value)
      $0.member("target", issue.target)
      $0.member("test", issue.test?.rawValue)
    }
  }
}
