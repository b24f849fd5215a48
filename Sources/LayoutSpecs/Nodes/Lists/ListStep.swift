/// One item of a list at one moment.
struct ListStep {
  let index: Int
  let cell: ListCell?
  let kind: ListRow.Kind
  let revision: Int
}
