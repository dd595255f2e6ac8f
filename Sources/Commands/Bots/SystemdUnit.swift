import Words

/// `bothy doctor --systemd`: a unit that runs the watcher as a service.
struct SystemdUnit {
  let program: String
  let bots: String
  let path: String

  var text: String { [beginning, service, hardening].joined(separator: "\n") }

  private var beginning: String {
    """
    # Bothy's watcher as a service. To install:
    #   sudo useradd --system --home-dir /var/lib/bothy --shell /usr/sbin/nologin bothy
    #   bothy doctor --systemd | sudo tee /etc/systemd/system/bothy.service
    #   sudo systemctl daemon-reload && sudo systemctl enable --now bothy
    #   journalctl -u bothy -f
    # For the repositories of other users:
    #   sudo -H -u bothy git -C / config --global --add safe.directory '*'
    # Commands reach it as the same user:
    #   sudo -H -u bothy \(ShellWord.quoted(program)) bots --bots \(ShellWord.quoted(bots)) \
    --state /var/lib/bothy
    # For pages over HTTP: `--serve` behind `watch` below, and /var/lib/bothy/serve.yaml (no port below 1024).
    # For git over ssh: --shell /bin/sh above, and lines of `bothy host key` in its authorized_keys:
    #   sudo install -d -m 700 -o bothy -g bothy /var/lib/bothy/.ssh
    # For bots that `bothy host create --bot` and people on pages make, in a folder that is its own:
    #   sudo install -d -o bothy -g bothy \(ShellWord.quoted(bots))

    [Unit]
    Description=Bothy, continuous integration for Swift packages
    Documentation=man:systemd.exec(5)
    # Repositories may be on a network; what cannot be read yet is read later.
    After=network-online.target
    Wants=network-online.target

    """
  }

  private var service: String {
    """
    [Service]
    # It says itself when it is ready, and what it does shows in `systemctl status`.
    Type=notify
    NotifyAccess=main
    ExecStart=\(quoted(program)) watch --bots \(quoted(bots)) --state /var/lib/bothy --grace 60s
    # `systemctl reload bothy` reads the bot files at once.
    ExecReload=/bin/kill -HUP $MAINPID
    # It comes back after whatever ended it, and after its machine was started again.
    Restart=always
    RestartSec=5
    # It is started again when its rounds have not answered for a minute.
    WatchdogSec=60

    # Never as root: it runs whatever the repositories contain.
    User=bothy
    Group=bothy
    # /var/lib/bothy, for that user alone. For pages that others read: 0750 and 0027 here, and whoever reads
    # them, or the user of the web server, in the group bothy.
    StateDirectory=bothy
    StateDirectoryMode=0700
    UMask=0077
    # The toolchain is found here; caches of swift build go into the state directory.
    Environment="PATH=\(path)" HOME=/var/lib/bothy
    # Else each Swift program of an ordinary user tells the journal of priorities that it may not set.
    Environment=LIBDISPATCH_LOG=NO

    # SIGTERM lets what runs end within --grace; only then is the rest killed.
    KillMode=mixed
    TimeoutStopSec=90
    # A build uses many processes; this stops a fork bomb in a test.
    TasksMax=4096
    # When memory runs out, a test goes and the watcher stays.
    OOMPolicy=continue
    # Builds give way to people who work on the same machine.
    Nice=5
    IOSchedulingClass=best-effort
    IOSchedulingPriority=6
    # A watch on each folder of branches, a few files for each integration.
    LimitNOFILE=65536

    """
  }

  private var hardening: String {
    """
    # Nothing that a test does gains rights.
    NoNewPrivileges=yes
    CapabilityBoundingSet=
    AmbientCapabilities=
    RestrictSUIDSGID=yes
    # The system is read only, its own state is not. Name repositories' folders in ReadOnlyPaths= if need be.
    ProtectSystem=strict
    # For bots that people make and edit on pages:
    #ReadWritePaths=\(quoted(bots))
    # People's homes can be read, because repositories are there, and not written.
    ProtectHome=read-only
    PrivateTmp=yes
    PrivateDevices=yes
    ProtectKernelTunables=yes
    ProtectKernelModules=yes
    ProtectKernelLogs=yes
    ProtectControlGroups=yes
    ProtectClock=yes
    ProtectHostname=yes
    LockPersonality=yes
    RestrictRealtime=yes
    SystemCallArchitectures=native
    # Tests may speak over the network and over local sockets, not with the kernel's insides.
    RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
    # Not set, because swift build, its tests or a debugger need what they forbid:
    #   MemoryDenyWriteExecute (the interpreter of Package.swift and plugins),
    #   RestrictNamespaces and ProtectProc (sandboxes of builds; ending every process of a test),
    #   SystemCallFilter (a test may try anything that a program may).

    [Install]
    WantedBy=multi-user.target

    """
  }

  /// As a unit's command line is read: in double quotes, with `%` and `$` doubled.
  private func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x2B...0x3A).contains($0) || $0 == 0x5F
    }
    guard !plain else { return word }
    let text = word.replacingSigns { sign in
      switch sign {
      case "\n": "\\n"
      case "%": "%%"
      case "$": "$$"
      default: Sign.inQuotes(sign)
      }
    }
    return "\"\(text)\""
  }
}
