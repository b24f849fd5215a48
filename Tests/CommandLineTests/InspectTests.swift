import Foundation
import Testing

@Suite("Inspect")
struct InspectTests {
  private let card = "Benchmarks/trees/animal-card.json"

  /// The data of a page made for a document or workload.
  private func page(_ arguments: String..., input: String = "") throws -> (html: String, data: JSON) {
    let outcome = try Program.run("inspect", with: arguments + ["-o", "-"], input: input).expect(0)
    let data = try #require(
      outcome.output.firstMatch(of: /(?s)<script type="application\/json" id="data">(.*?)<\/script>/))
    return (outcome.output, try JSON(String(data.1)))
  }

  private func names(_ data: JSON) -> [String?] { data["layouts"].items.map { $0["name"].string } }

  @Test func `The page is one file with the tree, sentences, properties and costs, and is whole`() throws {
    let (html, data) = try page(card)
    #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("Content-Security-Policy"))
    #expect(!html.contains("src=") && !html.contains("http://") && !html.contains("https://"))
    #expect(!html.contains("innerHTML") && !html.contains("eval("))
    #expect(data["widths"].numbers == [200, 1_200] && names(data) == ["animal card"])
    let elements = data["layouts"][0]["elements"].items
    #expect(elements.count == 13)
    let title = try #require(elements.first { $0["members"]["name"].string == "title" })
    #expect(title["kind"].string == "text" && title["isNode"].bool == true && title["parent"].number == 8)
    let why = title["why"].strings
    let explained = try Program.run("explain", card, "title").output
    #expect(why.count == 2 && why.allSatisfy { explained.contains($0) })
    let cost = title["cost"].numbers
    #expect(cost.count == 6 && cost[0] > 0 && cost[2] > 0)

    let (two, both) = try page(card, "--with", "feed(1)")
    #expect(names(both) == ["animal card", "feed(1)"])
    #expect(two.contains("id=\"differences-list\"") && two.contains("id=\"layout-choice\""))
    #expect(!html.contains("id=\"differences-list\""))
    // One of about a thousand elements has at most two megabytes.
    let file = try Program.makeFolder().appending(path: "page.html")
    let large = try Program.run("inspect", "feed(80)", "-o", file.path).expect(0, error: "Written to ")
    #expect(try large.output.isEmpty && Data(contentsOf: file).count <= 2_000_000)
  }

  @Test func `The data comes as JSON too, and another revision's layout stands beside it`() throws {
    let checkout = try ComparedCheckout()
    func inspect(_ arguments: String...) throws -> Program.Outcome {
      try checkout.start("inspect", with: arguments)
    }
    let data = try inspect("feed(1)", "--format", "json", "-o", "-").json()
    #expect(data["schema"].number == 1 && names(data) == ["feed(1)"])

    let both = try inspect("feed(1)", "--base", "HEAD", "--format", "json", "-o", "-", "--width", "300")
    let compared = try both.expect(0).json()
    #expect(names(compared) == ["feed(1)", "feed(1) by HEAD"])
    let functions = compared["layouts"].items.map { $0["functions"].items.map(\.numbers) }
    #expect(functions[0] == functions[1] && !functions[0].isEmpty)
    #expect(try inspect("feed(1)", "--base", "HEAD", "-o", "page.html").exitCode == 0)

    #expect(try inspect("-", "--base", "HEAD", "-o", "-").exitCode == 64)
    #expect(try inspect("feed(1)", "--base", "HEAD", "--with", "feed(2)", "-o", "-").exitCode == 64)
    #expect(try inspect("feed(1)", "--base", "nowhere", "-o", "-").exitCode == 65)
    try checkout.write(
      "#!/bin/sh\necho \"Error: Unknown option '--format'\" >&2\nexit 64\n", to: "Sources/program")
    try checkout.commit("Old")
    let old = try inspect("feed(1)", "--base", "HEAD", "-o", "-")
    old.expectRefusal(exitCode: 1)
    let reason = "cannot inspect it, or is from before it could: Unknown option '--format'"
    #expect(old.error.contains(reason), "\(old.error)")
  }

  @Test(arguments: [200, 375, 640, 1_200])
  func `The frames in a width are those of layout in this width`(width: Int) throws {
    let layout = try page("feed(3)").data["layouts"][0]
    let elements = layout["elements"].items
    let document = try Program.run("generate", "feed(3)").output
    let report = try Program.run(
      "layout", "-", "--format", "json", "--range", "\(width),0..inf", input: document
    ).json()
    let laidOut = report["elements"].items
    #expect(laidOut.count == elements.count && laidOut.count > 3)
    for (element, other) in zip(elements, laidOut) {
      #expect(element["path"].string == other["path"].string && other["frame"].numbers.count == 4)
      let frame = element["frame"].numbers.map { value(layout["functions"][Int($0)], at: width) }
      for (a, b) in zip(frame, other["frame"].numbers) { #expect(abs(a - b) <= 1e-6) }
    }
  }

  @Test func `A text has its lines in every width, each way to break once, and explain's sentences`() throws {
    let document = """
      {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [40, 0], "max": [40, null]},
       "root": {"type": "inset", "insets": [0, 180, 0, 0], "child": {"type": "text", "alignment": "right",
         "runs": [{"text": "one "}, {"text": "two three", "size": 32}, {"attachment": [5, 5]}],
         "maximumLineCount": 2}}}
      """
    let elements = try page("-", input: document).data["layouts"][0]["elements"]
    #expect(elements[0]["lines"].isMissing && elements[0]["lineSentences"].isMissing)
    let lines = elements[1]["lines"]
    #expect(lines["fontSizes"].items.count == 3)
    let variants = lines["variants"].items.map { $0.items.map(\.numbers) }
    let widths = lines["widths"].numbers.map { Int($0) }
    let widthCount = stride(from: 0, to: widths.count, by: 2).reduce(0) { $0 + widths[$1] }
    #expect(widthCount == 1_001)
    func shown(in width: Int) -> [[Double]] {
      var (at, rest) = (0, width - 200)
      while rest >= widths[at] { (at, rest) = (at + 2, rest - widths[at]) }
      return variants[widths[at + 1]]
    }
    // The range, the width, the ending, the share at its left and the runs of each line.
    let narrow = shown(in: 260)
    #expect(narrow.map { Array($0.prefix(3)) } == [[0, 7, 80], [8, 12, 72]])
    #expect(narrow.map { $0[5] } == [0, 2])
    #expect(Array(narrow[0].dropFirst(6)) == [1, 4, 0, 32, 0, 3, 32, 48, 0])
    #expect(shown(in: 1_200).map { Array($0.prefix(3)) } == [[0, 14, 181]])
    #expect(Set(variants).count == variants.count)
    let sentences = elements[1]["lineSentences"].strings
    #expect(sentences[0].contains(" of at most ") && sentences[1].hasPrefix("1. "))
  }

  /// The value of a function as the page's script reads it.
  private func value(_ function: JSON, at width: Int) -> Double {
    let numbers = function.numbers
    var (start, result) = (200.0, Double.nan)
    for at in stride(from: 0, to: numbers.count, by: 3) {
      start += numbers[at]
      if start > Double(width) { break }
      result = numbers[at + 1] + numbers[at + 2] * (Double(width) - start)
    }
    return result
  }

  @Test func `No text of a document is anything but text, in the page and in its data`() throws {
    let name = #"</script><script>alert(1)</script><!--\u202e\u0000\n&\""#
    let document = """
      {"format": "layout-spec", "version": 1, "name": "\(name)", "constrainedSize": {"min": [0, 0], "max": [320, null]},
       "root": {"type": "stack", "name": "\(name)", "children": [
         {"type": "text", "text": "\(name)", "style": {"layoutPosition": [1, 1]}}]}}
      """
    let (html, data) = try page("-", input: document)
    #expect(!html.contains("<script>alert") && !html.contains("</script><script>") && !html.contains("<!--"))
    #expect(html.components(separatedBy: "<script").count == 3)
    let text = data["layouts"][0]["elements"][1]
    #expect(text["members"]["text"].string == "</script><script>alert(1)</script><!--\u{202E}\0\n&\"")
    #expect(text["findings"].items.map { $0["rule"].string } == ["position-outside-absolute"])
  }
}
