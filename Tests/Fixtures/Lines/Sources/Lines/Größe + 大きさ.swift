// No newline at the end, tabs, and letters of many bytes.
public func größe(_ 値: String?) -> String {
	let naïve = 値 ?? "🎈🎈"; return naïve
}

public func unicode(_ flag: Bool) -> String { flag ? "ä" : "🎈" }