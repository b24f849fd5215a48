import SwiftCrossUI

/// A message of the workload messageList: an author, a time and a text beside a picture.
struct MessageView: View {
  let texts: RowTexts

  var body: some View {
    HStack(alignment: .top) {
      Color.gray.frame(width: 40, height: 40).cornerRadius(20)
      VStack(alignment: .leading) {
        HStack {
          text(texts[0])
          text(texts[1])
        }
        text(texts[2])
      }
    }.frame(maxWidth: .infinity, alignment: .leading)
  }
}

/// SwiftCrossUI's own scene of this name, without its scroll view. There the list fills the width, and here each message does, as
/// in the workload.
struct MessageListView: View {
  let messages: [RowTexts]

  var body: some View {
    VStack(alignment: .leading) {
      ForEach(messages, id: \.id) { message in MessageView(texts: message) }
    }.padding(20)
  }
}
