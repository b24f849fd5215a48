#if Text && canImport(CPango)
import CPango
import LayoutSpecs

extension FontLibrary {
  /// Lays a text out in a width with Pango's own paragraphs, as a program without prepared texts does.
  package func paragraphSize(of text: AttributedText, maxWidth: Double) -> Size {
    let text = resolved(text)
    return shapers.withShaper { $0.size(of: text, width: maxWidth) }
  }

  /// Returns the size of a text in Pango's own paragraphs, but with all scripts on one baseline, as in prepared texts.
  package func alignedParagraphSize(of text: AttributedText, maxWidth: Double) -> Size {
    let text = resolved(text)
    let paragraph = shapers.withShaper { $0.layOut(text, width: maxWidth) }
    return Size(paragraph.size.width, paragraph.alignedHeight)
  }
}

extension PangoShaper {
  /// Lays a text out with Pango's own paragraphs, which shape the text for this width. Prepared texts are compared
  /// with the result.
  ///
  /// - Returns: The number of lines, their size, and their height with all scripts on one baseline: Pango moves runs
  ///   whose font has another baseline in its table BASE.
  package func layOut(_ text: AttributedText, width: Double) -> (
    lineCount: Int, size: Size, alignedHeight: Double
  ) {
    withLayout(of: text, width: width) { layout in
      var (longest, alignedHeight): (Int32, Int32) = (0, 0)
      let count = pango_layout_get_line_count(layout)
      for index in 0..<count {
        let line = pango_layout_get_line_readonly(layout, index).unsafelyUnwrapped
        var rect = PangoRectangle()
        pango_layout_line_get_extents(line, nil, &rect)
        longest = max(longest, rect.width)
        var (top, bottom): (Int32, Int32) = (0, 0)
        var run = line.pointee.runs
        if run == nil { bottom = rect.height }
        while let current = run {
          let item = current.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
          pango_glyph_string_extents(item.pointee.glyphs, item.pointee.item.pointee.analysis.font, nil, &rect)
          (top, bottom) = (min(top, rect.y), max(bottom, rect.y + rect.height))
          run = current.pointee.next
        }
        alignedHeight += bottom - top
      }
      var (width, height): (Int32, Int32) = (0, 0)
      pango_layout_get_size(layout, &width, &height)
      return (
        Int(count), Size(points(Int64(longest)), points(Int64(height))), points(Int64(alignedHeight))
      )
    }
  }

  /// Lays a text out with Pango's own paragraphs, and asks only for the size.
  func size(of text: AttributedText, width maxWidth: Double) -> Size {
    let layout = makeLayout(text, width: maxWidth)
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_size(layout, &width, &height)
    return Size(points(Int64(width)), points(Int64(height)))
  }

  /// Runs work on the text in Pango's own paragraphs, on one thread at a time: they may need metrics of fonts.
  func withLayout<Result>(of text: AttributedText, width: Double, _ work: (OpaquePointer) -> Result) -> Result
  {
    FontMetrics.lock.withLock {
      let layout = makeLayout(text, width: width)
      defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
      return work(layout)
    }
  }

  private func makeLayout(_ text: AttributedText, width: Double) -> OpaquePointer {
    let layout = pango_layout_new(context).unsafelyUnwrapped
    let string = text.string
    PangoShaper.bytes(of: string).withUnsafeBufferPointer {
      pango_layout_set_text(layout, $0.baseAddress, Int32($0.count - 1))
    }
    let attributes = attributes(of: text.runs, ends: PangoShaper.ends(of: text.runs))
    // No hyphens but the text's own: otherwise Pango adds a hyphen where it cuts a word.
    var start = 0
    for part in string.unicodeScalars.split(separator: "\u{AD}", omittingEmptySubsequences: false) {
      let attribute = pango_attr_insert_hyphens_new(0).unsafelyUnwrapped
      let end = start + String(part).utf8.count + 2
      (attribute.pointee.start_index, attribute.pointee.end_index) = (guint(start), guint(end))
      pango_attr_list_insert(attributes, attribute)
      start = end
    }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    let most = width * Double(PANGO_SCALE)
    pango_layout_set_width(layout, most < 2e9 ? Int32(most) : -1)
    return layout
  }
}
#endif
