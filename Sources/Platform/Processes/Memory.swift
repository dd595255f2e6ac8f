import CLinux

/// After a piece of work that took much memory, in a process that then does little for a long time.
public func giveBackMemory() { bothy_trim_memory() }
