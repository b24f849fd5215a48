import Foundation
import LayoutSpecs
import Testing

@testable import SignUpForm

@Suite("The sign-up form")
struct SignUpFormTests {
  private let form = SignUpNode()
  private let animator = ManualAnimator()

  init() {
    form.animator = animator
    form.frame = Rect(x: 0, y: 0, width: 320, height: 240)
    form.layoutIfNeeded()
  }

  private var names: [String?] { form.subnodes.map(\.debugName) }

  @Test func `It asks for a name first`() {
    #expect(names == ["name", "button"])
    #expect(form.nameField.frame == Rect(x: 15, y: 15, width: 290, height: 40))
    #expect(form.button.frame == Rect(x: 15, y: 70, width: 290, height: 20))
  }

  @Test func `The name slides out to the left while the age slides in from the right`() {
    form.fieldState = .age
    form.transitionLayout(withAnimation: true)
    #expect(names == ["name", "age", "button"])
    #expect(form.nameField.frame.minX == 15 && form.nameField.alpha == 1)
    #expect(form.ageField.frame.minX == 305 && form.ageField.alpha == 0)

    animator.advance(by: 0.1)
    #expect(form.nameField.frame.minX < 15 && form.ageField.frame.minX < 305)
    #expect(abs(form.ageField.frame.minX - form.nameField.frame.minX - 290) < 1e-9)

    animator.advance(by: 0.1)
    #expect(form.nameField.frame == Rect(x: -130, y: 15, width: 290, height: 40))
    #expect(form.ageField.frame == Rect(x: 160, y: 15, width: 290, height: 40))
    #expect(form.nameField.alpha == 0.5 && form.ageField.alpha == 0.5)

    animator.advance(by: 0.2)
    #expect(names == ["age", "button"])
    #expect(form.ageField.frame == Rect(x: 15, y: 15, width: 290, height: 40))
    #expect(form.nameField.alpha == 1 && form.ageField.alpha == 1)
    #expect(form.nameField.supernode == nil)
  }

  @Test func `In the end the field leaves, and the button moves up`() {
    form.fieldState = .age
    form.transitionLayout(withAnimation: false)
    #expect(names == ["age", "button"])
    form.fieldState = .done
    form.transitionLayout(withAnimation: true)
    animator.advance(by: 0.2)
    #expect(form.ageField.frame.minX == -130)
    #expect(form.button.frame.minY == 42.5)
    animator.advance(by: 0.2)
    #expect(names == ["button"])
    #expect(form.button.frame == Rect(x: 15, y: 15, width: 290, height: 20))
  }

  @Test func `Somebody who answers while the form is still moving loses nothing`() {
    form.fieldState = .age
    form.transitionLayout(withAnimation: true)
    animator.advance(by: 0.2)
    form.fieldState = .name
    form.transitionLayout(withAnimation: true)
    // The age leaves from where it has come to.
    #expect(form.nameField.frame.minX == -130 && form.ageField.frame.minX == 160)
    animator.advance(by: 0.4)
    #expect(names == ["name", "button"])
    #expect(form.nameField.frame.minX == 15 && form.nameField.alpha == 1)
  }

  /// With `LAYOUTBENCH_RECORD=1` it is written anew.
  @Test func `The page shows the example as it is compiled, and what it prints`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let source = try String(
      contentsOf: root.appending(path: "Examples/SignUpForm/SignUpNode.swift"), encoding: .utf8)
    let page = root.appending(path: "Sources/LayoutSpecs/LayoutSpecs.docc/Transitions.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    var expected = try section("SignUpNode.swift", of: text, replacedBy: "```swift\n\(source)```")
    expected = try section(
      "output", of: expected, replacedBy: "```\n\(SignUpForm.lines().joined(separator: "\n"))\n```")
    if ProcessInfo.processInfo.environment["LAYOUTBENCH_RECORD"] != nil {
      try expected.write(to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(text == expected)
    }
  }

  private func section(_ name: String, of text: String, replacedBy content: String) throws -> String {
    let begin = try #require(text.range(of: "<!-- \(name) begin -->\n"))
    let end = try #require(text.range(of: "<!-- \(name) end -->"))
    return text.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: content + "\n")
  }
}
