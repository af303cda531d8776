import Foundation
import SystemPackage
import TestSupport
import Testing

/// The cards of the corpus, all in one run, put before programs that others wrote.
@Suite(
  "What other programs read of the formats", .slow,
  .enabled(if: !Corpus.files.isEmpty, "the corpus is not part of the repository"))
struct OutsideReaderTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static func hasPython(_ module: String) -> Bool {
    guard let python = ToolRunner.program("python3") else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", "import \(module)"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  private static let hasLDIF = hasPython("ldif3")
  /// The schema of RFC 6351, which lies beside the corpus.
  private static let schema = Corpus.root.map {
    $0.removingLastComponent().appending("formats/xcard.rng")
  }
  private static let hasSchema =
    ToolRunner.program("xmllint") != nil && hasPython("json")
    && schema.map { (try? Stat($0)) != nil } == true

  /// Writes all cards as vCard 4.0, and gives how many they are.
  private func prepare() async throws -> Int {
    let files = Corpus.files.filter { $0.extension != "tsv" }.map(\.string)
    let cards = try await ToolRunner.run(["convert", "-q", "--to", "vcard4"] + files)
    try folder.write(cards.output, to: "cards.vcf")
    let lines = try await ToolRunner.run(
      ["convert", "-q", "--to", "jsonl", folder.argument("cards.vcf")])
    return lines.output.count { $0 == 0x0A }
  }

  /// Runs a script beside the cards, in which `convert` converts.
  private func run(_ script: String, _ variables: [String: String] = [:]) async throws -> String {
    let outcome = try await ToolRunner.shell(
      "set -e\nconvert() { vcard convert -q --to \"$@\"; }\n\(script)",
      environment: variables, directory: folder.path)
    #expect(outcome.ending == .exit(0), "\(outcome.errorText.prefix(2000))")
    return outcome.outputText
  }

  @Test(
    "jq reads every jCard, and what it writes again is the same cards",
    .enabled(if: ToolRunner.program("jq") != nil, "jq is not installed"))
  func jCards() async throws {
    let count = try await prepare()
    #expect(count > 4000)
    let lines = try await run(
      """
      convert jcard cards.vcf | jq -c . >once
      convert vcard4 once >again.vcf
      convert jcard again.vcf | jq -c . >twice
      cmp once twice
      wc -l <once
      """)
    #expect(Int(lines.filter(\.isNumber)) == count)
  }

  @Test(
    "xCards of what RFC 6350 has, and nothing else, are valid by the schema of RFC 6351",
    .enabled(if: hasSchema, "xmllint, python3 and the schema are not all here"))
  func xCards() async throws {
    _ = try await prepare()
    try folder.write(Self.plainCards, to: "plain.py")
    let schema = try #require(Self.schema)
    let count = try await run(
      """
      convert jcard cards.vcf >cards.json
      python3 plain.py "$SCHEMA" <cards.json >plain.json
      convert vcard4 plain.json >plain.vcf
      # Only cards in which nothing is odd.
      vcard check --diagnostics jsonl plain.vcf >odd.json 2>&1 || true
      convert jcard plain.vcf | python3 plain.py odd.json >valid.json
      convert xcard valid.json >valid.xml
      xmllint --noout --nonet --relaxng "$SCHEMA" valid.xml
      wc -l <valid.json
      """, ["SCHEMA": schema.string, "PYTHONUTF8": "1"])
    #expect(Int(count.filter(\.isNumber)) ?? 0 > 2000)
  }

  /// Leaves of jCards, a line each, what the schema knows; of the cards themselves, those that have no
  /// warning.
  private static let plainCards = """
    import json, sys
    from xml.etree import ElementTree
    if sys.argv[1].endswith('.json'):
        rows = [json.loads(line) for line in open(sys.argv[1]) if line.startswith('{')]
        odd = {row['card'] for row in rows if row['severity'] != 'note'}
        for number, line in enumerate(sys.stdin):
            if number not in odd: sys.stdout.write(line)
        sys.exit()
    R = '{http://relaxng.org/ns/structure/1.0}'
    known = {}
    for define in ElementTree.parse(sys.argv[1]).getroot().iter(R + 'define'):
        element = define.find(R + 'element')
        if not define.get('name').startswith('property-') or element is None: continue
        names = [ref.get('name') for ref in element.iter(R + 'ref')]
        types = {name[6:] for name in names if name.startswith('value-')}
        if 'date-and-or-time' in types: types |= {'date', 'time', 'date-time'}
        if 'text-list' in types: types.add('text')
        words = {value.text for child in element.iter(R + 'element') if child.get('name') == 'type'
                 for value in child.iter(R + 'value')}
        parameters = {name[6:] for name in names if name.startswith('param-')}
        known[element.get('name')] = types, words or {'work', 'home'}, parameters | {'type'} if words else parameters
    for line in sys.stdin:
        kept = []
        for name, parameters, type, *values in json.loads(line)[1]:
            if name not in known and name != 'version': continue
            types, words, allowed = known.get(name, (set(), set(), set()))
            # The schema knows no tags of languages with capitals, and no components of RFC 9554.
            if name == 'lang' or 'language' in parameters or types and type not in types: continue
            if len(values[0]) > {'n': 5, 'adr': 7}.get(name, len(values[0])): continue
            given = {}
            for key, value in parameters.items():
                if key == 'type':
                    value = [word.lower() for word in (value if isinstance(value, list) else [value])]
                    value = [word for word in value if word in words]
                if key in allowed and value: given[key] = value
            kept.append([name, given, type] + values)
        if any(row[0] == 'fn' for row in kept): print(json.dumps(['vcard', kept]))
    """

  @Test(
    "Python's csv reads a row for every card, each as wide as the header",
    .enabled(if: ToolRunner.program("python3") != nil, "python3 is not installed"),
    arguments: ["google", "outlook-de"])
  func tables(columns: String) async throws {
    let count = try await prepare()
    try folder.write(
      """
      import csv, sys
      csv.field_size_limit(sys.maxsize)
      rows = list(csv.reader(open("cards.csv", newline="", encoding="utf-8"), strict=True))
      print(len(rows) - 1, len(set(map(len, rows))))
      """, to: "widths.py")
    let widths = try await run(
      """
      convert csv --csv "$PROGRAM" cards.vcf >cards.csv
      python3 widths.py
      """, ["PROGRAM": columns])
    #expect(widths == "\(count) 1\n")
  }

  @Test(
    "zbarimg reads in codes what went into them",
    .enabled(if: ToolRunner.program("zbarimg") != nil, "zbarimg is not installed"))
  func codes() async throws {
    _ = try await prepare()
    let texts = try await run(
      """
      convert mecard cards.vcf | awk 'length($0) <= 300' | sort -u | awk 'NR % 20 == 0' \
        | head -n 120 >some.txt
      mkdir codes
      convert qr --qr mecard --split codes some.txt >&2
      zbarimg -q --raw -Sdisable -Sqrcode.enable -Sbinary codes/*.png 2>/dev/null >read.txt
      sed 's/MECARD:/\\nMECARD:/g' read.txt | grep . | sort -u >read.sorted
      convert mecard some.txt | sort -u >went.sorted
      cmp read.sorted went.sorted
      wc -l <went.sorted
      """)
    #expect(Int(texts.filter(\.isNumber)) ?? 0 > 60)
  }

  @Test(
    "ldif3 of Python reads every entry, with its name and addresses of mail",
    .enabled(if: hasLDIF, "ldif3 is not installed"))
  func entries() async throws {
    let count = try await prepare()
    try folder.write(
      """
      import base64, json
      # It calls what Python 3.9 has not any more.
      base64.decodestring = base64.decodebytes
      from ldif3 import LDIFParser
      cards = [json.loads(line)['properties'] for line in open('cards.json')]
      entries = [entry for _, entry in LDIFParser(open('cards.ldif', 'rb')).parse()]
      for number, (card, entry) in enumerate(zip(cards, entries)):
          said = {value for values in entry.values() for value in values}
          for row in card:
              if row['name'] in ('FN', 'EMAIL') and row['value'].strip():
                  assert any(row['value'].strip() in str(value) for value in said), (number, row)
      print(len(entries))
      """, to: "read.py")
    let entries = try await run(
      "convert ldif cards.vcf >cards.ldif; convert jsonl cards.vcf >cards.json; python3 read.py",
      ["PYTHONUTF8": "1"]
        .merging(
          ProcessInfo.processInfo.environment.filter { $0.key == "PYTHONPATH" }
        ) { $1 })
    #expect(Int(entries.filter(\.isNumber)) == count)
  }
}
