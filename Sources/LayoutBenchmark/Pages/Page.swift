import Foundation
import Mustache
import StrictJSON

/// A page as one file that needs no other file and no network: a template with a style sheet and a script.
///
/// Every text that a template names is escaped, and its control characters are spelled out, so that no name
/// from a file is run or reverses the letters around it. Only `Markup` is written as it is.
struct Page {
  enum Template: String {
    case report
    case inspector
    case profile

    fileprivate var source: [UInt8] {
      switch self {
      case .report: PackageResources.report_mustache
      case .inspector: PackageResources.inspector_mustache
      case .profile: PackageResources.profile_mustache
      }
    }

    /// The rules of this page alone.
    fileprivate var style: [UInt8] {
      self == .inspector ? PackageResources.inspector_css : PackageResources.flame_css
    }

    fileprivate var script: [UInt8] {
      switch self {
      case .report, .profile: PackageResources.report_js + PackageResources.flame_js
      case .inspector:
        PackageResources.inspector_model_js + PackageResources.inspector_tree_js
          + PackageResources.inspector_stage_js + PackageResources.inspector_js
      }
    }
  }

  /// A part that this program made itself: a drawing, a script's data or a link.
  struct Markup {
    let text: String
  }

  /// The page's title, which browsers show.
  var title: String
  /// Rules for drawings, in addition to the style sheet of all pages.
  var chartStyle = ""
  /// The values that the template names, by their keys: texts, numbers, truth values, lists and further
  /// dictionaries; and markup.
  var content: [String: Any]

  func html(_ template: Template) throws -> String {
    let library = MustacheLibrary(templates: [
      "page": try MustacheTemplate(string: text(PackageResources.page_mustache)),
      "content": try MustacheTemplate(string: text(template.source)),
      "flame": try MustacheTemplate(string: text(PackageResources.flame_mustache)),
    ])
    let values = content.mapValues(Self.plain).merging([
      "title": title.onOneLine, "generator": "layoutbench \(LayoutBench.version)",
      "style": text(PackageResources.page_css + template.style), "chartStyle": chartStyle,
      "script": text(template.script),
    ]) { $1 }
    guard let html = library.render(values, withTemplate: "content") else {
      throw CommandFailure.failed("the page cannot be made: its template is missing")
    }
    return html
  }

  /// Returns a value in which all texts are spelled out on one line.
  private static func plain(_ value: Any) -> Any {
    switch value {
    case let markup as Markup: markup.text
    case let text as String: text.onOneLine
    case let values as [String: Any]: values.mapValues(plain)
    case let values as [Any]: values.map(plain)
    default: value
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Returns JSON for a script of a page, in which no text can end the script.
  static func scriptData(_ json: String) -> String {
    json.replacingOccurrences(of: "<", with: "\\u003c")
  }
}
