import ContactModel
import ContactPages

extension HTML {
  /// What a property is called in the reader's language, with its own name small beside it; its name
  /// alone where there are no words for it.
  ///
  /// - Parameters:
  ///   - name: The name of the property in upper case.
  ///   - language: The language.
  /// - Returns: What stands in its place.
  static func label(ofProperty name: String, _ language: String) -> HTML {
    guard let words = Contact.Keys.localizedName(ofProperty: name, language) else {
      return "<bdi>\(name)</bdi>"
    }
    return "<span lang=\"\(language)\">\(words)</span> <small>\(name)</small>"
  }
}
