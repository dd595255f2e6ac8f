import Testing

@testable import Templates

@Suite struct ShapeCheckTests {
  /// What is wrong in `page`, as `file:line:column: message`.
  private func problems(_ templates: [String: String], _ values: TemplateValue...) -> [String] {
    let files = Dictionary(
      uniqueKeysWithValues: templates.map { ($0.key + ".mustache", Array($0.value.utf8)) })
    let library = TemplateLibrary(names: Array(files.keys)) { files[$0] }
    var shape = TemplateShape(values[0])
    for value in values.dropFirst() { shape.merge(TemplateShape(value)) }
    return library.problems(of: "page.mustache", given: shape).map(\.description)
  }

  private let values: TemplateValue = [
    "name": "n", "flag": false, "html": .raw([]), "none": nil, "empty": [],
    "list": [["item": "i"], ["item": "j", "more": ["deep": 1]]],
  ]

  @Test("names that are known are no problem, wherever they stand")
  func known() {
    let page = """
      {{name}}{{#flag}}{{name}}{{/flag}}{{^flag}}{{name}}{{/flag}}{{{html}}}
      {{#list}}{{item}}{{name}}{{more.deep}}{{#more}}{{deep}}{{/more}}{{/list}}{{#name}}{{.}}{{/name}}
      """
    #expect(problems(["page": page], values) == [])
  }

  @Test("an unknown name is found on both sides of a section, and where no value ever leads")
  func unknown() {
    let page = """
      {{#flag}}{{nmae}}{{/flag}}
      {{^flag}}{{nmae}}{{/flag}}
      {{#list}}{{#more}}{{deeep}}{{/more}}{{/list}}
      {{#nmae}}{{name}}{{/nmae}}
      {{^nmae}}{{/nmae}}
      """
    let found = problems(["page": page], values)
    #expect(
      found.map { $0.prefix { $0 != " " } } == [
        "page.mustache:1:10:", "page.mustache:2:10:", "page.mustache:3:19:", "page.mustache:4:1:",
        "page.mustache:5:1:",
      ])
    #expect(found.first == "page.mustache:1:10: unknown name `nmae`: did you mean `name`?")
  }

  @Test("below what was never seen any name may be, and only there")
  func unseen() {
    let page = "{{#none}}{{anything}}{{/none}}{{#empty}}{{anything.at.all}}{{/empty}}{{anything}}"
    #expect(
      problems(["page": page], values).map { $0.prefix { $0 != " " } } == ["page.mustache:1:70:"])
  }

  @Test("what one value has and another lacks is known")
  func merged() {
    #expect(problems(["page": "{{#a}}{{b}}{{/a}}"], ["a": nil], ["a": ["b": 1]]) == [])
    #expect(problems(["page": "{{#a}}{{c}}{{/a}}"], ["a": nil], ["a": ["b": 1]]).count == 1)
    #expect(problems(["page": "{{#a}}{{b}}{{/a}}"], ["a": []], ["a": [["b": 1]]]) == [])
  }

  @Test("objects and lists where a text should be, finished HTML where it would be escaped")
  func kinds() {
    #expect(problems(["page": "{{list}}"], values) == ["page.mustache:1:1: `list` is a list, not a text"])
    #expect(
      problems(["page": "{{#list}}{{more}}{{/list}}"], values) == [
        "page.mustache:1:10: `more` is an object, not a text"
      ])
    #expect(
      problems(["page": "{{html}}"], values) == [
        "page.mustache:1:1: `html` is finished HTML: write it as `{{{html}}}`"
      ])
    #expect(
      problems(["page": "{{name.first}}"], values) == [
        "page.mustache:1:1: unknown name `name.first`: `name` is a text, it has no names"
      ])
    #expect(
      problems(["page": "{{#list}}{{more.dep}}{{/list}}"], values) == [
        "page.mustache:1:10: unknown name `more.dep`: did you mean `more.deep`?"
      ])
  }

  @Test("a partial is checked where it is brought in, a block where it will stand")
  func calls() {
    #expect(problems(["page": "{{#list}}{{>row}}{{/list}}", "row": "{{item}}"], values) == [])
    #expect(
      problems(["page": "{{>row}}", "row": "{{item}}"], values) == [
        "row.mustache:1:1: unknown name `item`: there is `empty`, `flag`, `html`, `list`, `name`, `none` "
          + "(brought in by page.mustache)"
      ])
    let parent = "{{#list}}{{$cell}}{{oops}}{{/cell}}{{/list}}"
    #expect(problems(["page": "{{<row}}{{$cell}}{{item}}{{/cell}}{{/row}}", "row": parent], values) == [])
    #expect(
      problems(["page": "{{<row}}{{$cell}}{{itm}}{{/cell}}{{/row}}", "row": parent], values).count == 1)
    #expect(problems(["page": "{{<row}}{{/row}}", "row": parent], values).count == 1)
  }

  @Test("a template that calls itself is walked to its end", .timeLimit(.minutes(5)))
  func recursion() {
    let tree: TemplateValue = ["name": "a", "children": [["name": "b", "children": []]]]
    let node = "{{name}}{{#children}}{{>node}}{{/children}}"
    #expect(problems(["page": "{{>node}}", "node": node], tree) == [])
    let wrong = "{{nam}}{{#children}}{{>node}}{{>node}}{{/children}}"
    #expect(problems(["page": "{{>node}}", "node": wrong], tree).count == 1)
    let round = "{{<page}}{{$a}}{{>page}}{{>page}}{{/a}}{{/page}}{{$a}}{{nope}}{{/a}}"
    #expect(problems(["page": round], tree).isEmpty == false)
  }
}
