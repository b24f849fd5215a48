/// A column of a table: its title, and the text of each row in it.
package struct TableColumn<Row> {
  enum Alignment {
    case left
    case right
  }

  var title: String
  var alignment: Alignment
  /// A line below the table about the column's fields; nil if the title says it all.
  var legend: String?
  /// True for names that users gave, which Markdown shows as code.
  var isName = false
  /// True if a narrow table leaves the column out.
  var isDetail = false
  /// A narrow table's fields, and the sentence below it that explains them, if they need one; nil for the same fields.
  var short: (value: (Row) -> String?, legend: String?)?
  /// True if a narrow table cuts its fields.
  var isCut = false
  /// Returns a row's field; nil = empty.
  var value: (Row) -> String?

  /// Returns a column of words.
  package static func left(
    _ title: String, legend: String? = nil, isName: Bool = false, isDetail: Bool = false,
    value: @escaping (Row) -> String?
  ) -> TableColumn {
    TableColumn(
      title: title, alignment: .left, legend: legend, isName: isName, isDetail: isDetail, value: value)
  }

  /// Returns a column of figures.
  package static func right(
    _ title: String, legend: String? = nil, isDetail: Bool = false, value: @escaping (Row) -> String?
  ) -> TableColumn {
    TableColumn(title: title, alignment: .right, legend: legend, isDetail: isDetail, value: value)
  }
}
