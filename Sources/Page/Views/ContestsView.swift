import ContactDedupe
import ContactMerging
import ContactPages

/// Of what a person has one of and the cards have several: which value stands on the merged card, as a
/// list, or as what one may choose from.
///
/// ```
/// Birthday BDAY  (•) 1985-04-12  ( ) 1958-04-12
/// ```
struct ContestsView: Sendable {
  /// What the names of fields begin with that say what was chosen.
  static let prefix = "take."

  private let merged: Review.Merged
  private let language: String
  private let form: String?

  /// Prepares to show what stands.
  ///
  /// - Parameters:
  ///   - merged: What comes of the cards.
  ///   - language: The language of labels.
  ///   - form: The form that takes what is chosen; `nil` where nothing can be.
  init(_ merged: Review.Merged, language: String, form: String? = nil) {
    (self.merged, self.language, self.form) = (merged, language, form)
  }

  /// The list; nothing where nothing is to be chosen.
  var html: HTML {
    guard !merged.contests.isEmpty else { return "" }
    var html: HTML = """
      <div class="contests"><p class="hint-line">A person has one of these. What stands is marked; the \
      other is kept beside it.</p>

      """
    for contest in merged.contests {
      html += """
        <fieldset class="contest"><legend>\(HTML.label(ofProperty: contest.name, language))</legend>
        """
      for (number, value) in contest.values.enumerated() {
        html += form.map { choice(contest, value, number, $0) } ?? told(contest, value)
      }
      html += "</fieldset>\n"
    }
    html += "</div>\n"
    return html
  }

  private func choice(
    _ contest: ClusterMerge.Contest, _ value: ClusterMerge.Contest.Value, _ number: Int,
    _ form: String
  ) -> HTML {
    let mark: HTML = value.stands ? " checked" : ""
    let key: HTML = number < 9 ? " <kbd>\(number + 1)</kbd>" : ""
    return """
      <label><input type="radio" form="\(form)" name="\(Self.prefix)\(contest.name)" \
      value="\(value.cards[0])"\(mark)> <bdi>\(value.text)</bdi>\(key)</label>
      """
  }

  private func told(
    _ contest: ClusterMerge.Contest, _ value: ClusterMerge.Contest.Value
  ) -> HTML {
    """
    <span class="told"><bdi>\(value.text)</bdi> <span class="dim">\(merged.outcome(of: value, in: contest))\
    </span></span>
    """
  }
}

extension FormFields {
  /// Whose values somebody has marked, by the names of the properties.
  var marks: [String: Int] {
    var marks: [String: Int] = [:]
    for name in names where name.hasPrefix(ContestsView.prefix) {
      guard let card = self[name].flatMap({ Int($0) }), card >= 0 else { continue }
      marks[String(name.dropFirst(ContestsView.prefix.count))] = card
    }
    return marks
  }
}
