import Foundation
import Testing

@Suite("Inspect", .temporaryFolders)
struct InspectTests {
  private let card = "Benchmarks/trees/animal-card.json"

  /// The data of a page made for a document or workload.
  private func page(_ arguments: String..., input: String = "") throws -> (html: String, data: [String: Any])
  {
    let outcome = try Program.run(["inspect"] + arguments + ["-o", "-"], input: input).expect(0)
    let data = try #require(
      outcome.output.firstMatch(of: /(?s)<script type="application\/json" id="data">(.*?)<\/script>/))
    let json = try JSONSerialization.jsonObject(with: Data(data.1.utf8))
    return (outcome.output, try #require(json as? [String: Any]))
  }

  private func layouts(_ data: [String: Any]) throws -> [[String: Any]] {
    try #require(data["layouts"] as? [[String: Any]])
  }

  @Test func `The page is one file with the tree, sentences, properties and costs, and is whole`() throws {
    let (html, data) = try page(card)
    #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("Content-Security-Policy"))
    #expect(!html.contains("src=") && !html.contains("http://") && !html.contains("https://"))
    #expect(!html.contains("innerHTML") && !html.contains("eval("))
    #expect(data["widths"] as? [Int] == [200, 1_200])
    let layout = try layouts(data)[0]
    #expect(layout["name"] as? String == "animal card")
    let elements = try #require(layout["elements"] as? [[String: Any]])
    #expect(elements.count == 13)
    let title = try #require(
      elements.first { ($0["members"] as? [String: Any])?["name"] as? String == "title" })
    #expect(title["kind"] as? String == "text" && title["isNode"] as? Bool == true)
    #expect(title["parent"] as? Int == 8)
    let why = try #require(title["why"] as? [String])
    let explained = try Program.run("explain", card, "title").output
    #expect(why.count == 2 && why.allSatisfy { explained.contains($0) })
    let cost = try #require(title["cost"] as? [Int])
    #expect(cost.count == 6 && cost[0] > 0 && cost[2] > 0)
  }

  @Test func `The data comes as JSON too, and another revision's layout stands beside it`() throws {
    let checkout = try ComparedCheckout()
    func inspect(_ arguments: String...) throws -> Program.Outcome {
      try checkout.start(["inspect"] + arguments)
    }
    let data: [String: Any] = try inspect("feed(1)", "--format", "json", "-o", "-").json()
    #expect(data["schema"] as? Int == 1)
    #expect(try layouts(data).count == 1)

    let both = try inspect("feed(1)", "--base", "HEAD", "--format", "json", "-o", "-", "--width", "300")
    both.expect(0)
    let compared: [String: Any] = try both.json()
    let names = try layouts(compared).map { $0["name"] as? String }
    #expect(names == ["feed(1)", "feed(1) by HEAD"])
    let (own, other) = (try layouts(compared)[0], try layouts(compared)[1])
    #expect((own["functions"] as? NSArray) == (other["functions"] as? NSArray))
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
    let layout = try layouts(page("feed(3)").data)[0]
    let elements = try #require(layout["elements"] as? [[String: Any]])
    let functions = try #require(layout["functions"] as? [[Any]])
    let document = try Program.run("generate", "feed(3)").output
    let report: [String: Any] = try Program.run(
      "layout", "-", "--format", "json", "--range", "\(width),0..inf", input: document
    ).json()
    let laidOut = try #require(report["elements"] as? [[String: Any]])
    #expect(laidOut.count == elements.count)
    for (element, other) in zip(elements, laidOut) {
      #expect(element["path"] as? String == other["path"] as? String)
      let places = try #require(element["frame"] as? [Int])
      let frame = places.map { value(functions[$0], at: width) }
      for (a, b) in zip(frame, try #require(other["frame"] as? [Double])) { #expect(abs(a - b) <= 1e-6) }
    }
  }

  @Test func `A text has its lines in every width, each way to break once, and explain's sentences`() throws {
    let document = """
      {"format": "layout-spec", "version": 1, "constrainedSize": {"min": [40, 0], "max": [40, null]},
       "root": {"type": "inset", "insets": [0, 180, 0, 0], "child": {"type": "text", "alignment": "right",
         "runs": [{"text": "one "}, {"text": "two three", "size": 32}, {"attachment": [5, 5]}],
         "maximumLineCount": 2}}}
      """
    let elements = try #require(
      try layouts(page("-", input: document).data)[0]["elements"] as? [[String: Any]])
    #expect(elements[0]["lines"] == nil && elements[0]["lineSentences"] == nil)
    let lines = try #require(elements[1]["lines"] as? [String: Any])
    #expect(lines["alignment"] as? Double == 1 && (lines["fontSizes"] as? [Double])?.count == 3)
    let variants = try #require(lines["variants"] as? [[[Double]]])
    let widths = try #require(lines["widths"] as? [Int])
    let widthCount = stride(from: 0, to: widths.count, by: 2).reduce(0) { $0 + widths[$1] }
    #expect(widthCount == 1_001)
    func shown(in width: Int) -> [[Double]] {
      var (at, rest) = (0, width - 200)
      while rest >= widths[at] { (at, rest) = (at + 2, rest - widths[at]) }
      return variants[widths[at + 1]]
    }
    let narrow = shown(in: 260)
    let places: [[Double]] = narrow.map { Array($0.prefix(3)) }
    #expect(places == [[0, 7, 80], [8, 12, 72]])
    let endings: [Double] = narrow.map { $0[5] }
    #expect(endings == [0, 2])
    let runs = Array(narrow[0].dropFirst(6))
    #expect(runs == [0, 32])
    let wide: [[Double]] = shown(in: 1_200).map { Array($0.prefix(3)) }
    #expect(wide == [[0, 14, 181]])
    #expect(Set(variants).count == variants.count)
    let sentences = try #require(elements[1]["lineSentences"] as? [String])
    #expect(sentences[0].contains(" of at most ") && sentences[1].hasPrefix("1. "))
  }

  /// The value of a function as the page's script reads it.
  private func value(_ function: [Any], at width: Int) -> Double {
    var (start, result) = (200, Double.nan)
    for at in stride(from: 0, to: function.count, by: 3) {
      start += function[at] as? Int ?? 0
      if start > width { break }
      let slope = function[at + 2] as? Double ?? .nan
      result = (function[at + 1] as? Double ?? .nan) + slope * Double(width - start)
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
    let elements = try #require(try layouts(data)[0]["elements"] as? [[String: Any]])
    let text = try #require((elements[1]["members"] as? [String: Any])?["text"] as? String)
    #expect(text == "</script><script>alert(1)</script><!--\u{202E}\0\n&\"")
    let findings = try #require(elements[1]["findings"] as? [[String: Any]])
    #expect(findings.map { $0["rule"] as? String } == ["position-outside-absolute"])
  }

  @Test func `Two layouts stand in one page`() throws {
    let (html, data) = try page(card, "--with", "feed(1)")
    #expect(try layouts(data).map { $0["name"] as? String } == ["animal card", "feed(1)"])
    #expect(html.contains("id=\"differences-list\"") && html.contains("id=\"layout-choice\""))
    #expect(try !page(card).html.contains("id=\"differences-list\""))
  }

  @Test func `A page of about a thousand elements has at most two megabytes`() throws {
    let folder = try Program.makeFolder()
    let file = folder.appending(path: "page.html")
    let outcome = try Program.run("inspect", "feed(80)", "-o", file.path)
    #expect(outcome.exitCode == 0 && outcome.output.isEmpty && outcome.error.hasPrefix("Written to "))
    #expect(try Data(contentsOf: file).count <= 2_000_000)
  }
}
