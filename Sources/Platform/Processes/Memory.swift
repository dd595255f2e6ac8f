import CLinux

/// For a process that lives long and seldom needs much: what it takes for a moment doesn't stay with it.
/// Each large piece costs a call of the system, so it is not for those that work all the time.
public func expectLongLife() { bothy_keep_memory_apart() }

/// After a piece of work that took much memory, in a process that then does little for a long time.
public func giveBackMemory() { bothy_trim_memory() }
