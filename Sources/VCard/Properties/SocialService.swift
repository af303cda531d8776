/// The networks of social profiles, as standards' and programs' lines name them: a word each.
///
/// To add a network, add its name, and its tests.
package enum SocialService {
  /// The names; Apple's spelling for those that have a constant in the Contacts framework.
  private static let names = [
    "Facebook", "Flickr", "GameCenter", "LinkedIn", "MySpace", "SinaWeibo", "TencentWeibo",
    "Twitter", "Yelp", "GitHub", "Instagram", "Mastodon", "YouTube",
  ]
  private static let byWord = Dictionary(
    uniqueKeysWithValues: names.map { (Property.Name.uppercased($0), $0) })

  /// The name of a network by a word for it in any case, such as a TYPE of X-SOCIALPROFILE; `nil` for
  /// one that is not known.
  package static func name(_ word: String) -> String? { byWord[Property.Name.uppercased(word)] }

  /// The name of the network that a program's own property is called by: X-TWITTER, X-YOUTUBE.
  package static func name(ofProperty property: String) -> String? {
    property.hasPrefix("X-") ? byWord[String(property.dropFirst(2))] : nil
  }
}
