import Foundation
import PeerProtocol

// SwiftCrossUI, in the protocol of peers. It has views, and no boxes of flexbox: the views of the scenes are written
// down, and every other tree is refused. scripts/install-peers writes the constant `revision`.

let refusal = UnsafePointer(
  strdup("its views are written down for feed(N), messageList(N) and textGrid, texts of whole points")!)

func layout(_ pointer: UnsafeRawPointer?) -> SceneLayout {
  Unmanaged<SceneLayout>.fromOpaque(pointer!).takeUnretainedValue()
}

var engine = PeerEngine()
engine.name = UnsafePointer(strdup("swiftcrossui"))
engine.library = UnsafePointer(strdup("SwiftCrossUI \(revision)"))
engine.refuses_tree = { WrittenScene($0!.pointee) == nil ? refusal : nil }
engine.make = { tree in
  MainActor.assumeIsolated {
    guard let scene = WrittenScene(tree!.pointee) else { preconditionFailure("Other trees are refused") }
    return UnsafeMutableRawPointer(Unmanaged.passRetained(scene.makeLayout(tree!.pointee)).toOpaque())
  }
}
// A layout that was committed leaves nothing behind that the next one uses.
engine.make_cold = { _ in }
engine.lay_out = { pointer in MainActor.assumeIsolated { layout(pointer).layOut() } }
engine.read = { pointer, frames in MainActor.assumeIsolated { layout(pointer).read(frames!) } }
engine.edit = { pointer, index, element in
  MainActor.assumeIsolated { layout(pointer).edit(Int(index), element!.pointee) }
}
engine.free = { pointer in Unmanaged<SceneLayout>.fromOpaque(pointer!).release() }
exit(peer_serve(&engine))
