import ICU

/// Breaks text into lines that fit a terminal.
package struct TextWrapper {
  /// Columns of a line.
  package let columns: Int

  package init(columns: Int) { self.columns = max(columns, 1) }

  /// The lines of a text without line ends; joined with the spaces that were broken at, they are the
  /// text.
  ///
  /// Lines end at spaces where that is possible, else after any character: Chinese has no spaces,
  /// and a web address may be longer than the terminal is wide.
  ///
  /// - Complexity: O(*n*) in the characters of `text`.
  package func lines(of text: String) -> [String] {
    guard DisplayWidth.of(text) > columns else { return [text] }
    var lines: [String] = []
    var line = ""
    var used = 0
    // Also of a line that begins with a space nothing is lost.
    var isBegun = false
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let wanted = DisplayWidth.of(String(word))
      if isBegun, used + 1 + wanted <= columns {
        line += " " + word
        used += 1 + wanted
        continue
      }
      if isBegun { lines.append(line) }
      (line, used, isBegun) = ("", 0, true)
      guard wanted > columns else {
        (line, used) = (String(word), wanted)
        continue
      }
      for character in word {
        let next = DisplayWidth.of(String(character))
        if used + next > columns, !line.isEmpty {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(character)
        used += next
      }
    }
    lines.append(line)
    return lines
  }
}
