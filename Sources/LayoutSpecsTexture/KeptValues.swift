// How this module keeps values on nodes: by the name of the property that reads or sets them.

extension DisplayNode {
  final func kept<Value>(_ name: String = #function) -> Value? { self[hostValue: name] as? Value }

  final func keep<Value>(_ value: Value?, _ name: String = #function) { self[hostValue: name] = value }

  /// Returns an object that is kept weakly, such as a delegate.
  final func keptWeakly<Object>(_ name: String = #function) -> Object? {
    (self[hostValue: name] as? WeakReference)?.object as? Object
  }

  final func keepWeakly(_ object: AnyObject?, _ name: String = #function) {
    self[hostValue: name] = object.map { WeakReference(object: $0) }
  }
}

struct WeakReference {
  weak var object: AnyObject?
}
