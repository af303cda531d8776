import ContactPages
import Testing
import VCardCommands

@Suite("TextWrapper")
struct TextWrapperTests {
  @Test(
    "breaks at spaces, else after any character, and loses none of them",
    arguments: [
      ("a bc def", 4, ["a bc", "def"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("山田太郎 商店", 4, ["山田", "太郎", "商店"]), ("  ab cd", 3, [" ", "ab", "cd"]),
      ("a  b", 2, ["a ", "b"]), ("", 1, [""]), ("👨‍👩‍👧‍👦x", 2, ["👨‍👩‍👧‍👦", "x"]), ("abc", 0, ["a", "b", "c"]),
    ])
  func lines(text: String, columns: Int, expected: [String]) {
    #expect(TextWrapper(columns: columns).lines(of: text) == expected)
  }
}
