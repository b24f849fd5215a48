#if !canImport(UIKit)
public import LayoutSpecs

/// A layout of a collection, where there is no UIKit: only `UICollectionViewFlowLayout` says anything.
open class UICollectionViewLayout {
  public init() {}
}

/// The rules of a collection whose cells fill lines. See `ASCollectionNode` for those that count.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  /// The points between two lines. Default: 10.
  public var minimumLineSpacing = 10.0
  /// The points between two cells of a line. Default: 10.
  public var minimumInteritemSpacing = 10.0
  /// The size of cells whose delegate constrains none. Default: 50 × 50 points.
  public var itemSize = Size(50, 50)
  /// Default: vertical.
  public var scrollDirection = UICollectionView.ScrollDirection.vertical
  /// Default: none.
  public var sectionInset = EdgeInsets.zero
}
#endif
