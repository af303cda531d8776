// Says how well dedupe puts the cards of people together.
//
// Built as the benchmarks are:
//   BENCHMARKS=1 swift run -c release --scratch-path .build-bench Evaluation make 150000 1
//
// usage: Evaluation book BOOK.vcf TRUTH.tsv     a book with its truth
//        Evaluation make CARDS SEED             a book that is invented for it
//        Evaluation write CARDS SEED FOLDER     writes such a book there: book.vcf and truth.tsv
//        Evaluation names CASES.tsv             pairs of names: class, a, b, 1 or 0
//
// options: --threads N     how many threads (2)
//          --weights FILE  other weights than the standard ones
//          --clusters FILE writes the clusters of `same`, as `dedupe plan --clusters` does
//          --fit FILE      fits the weights to the book's pairs without their truth, and writes them
//          --verdicts FILE writes what becomes of each pair, whether it is of one person, and why
//          --pairs FILE    writes the features of all candidate pairs, for those who fit weights

import ContactMatching
import DedupeBooks

var arguments = Array(CommandLine.arguments.dropFirst())
let options = EvaluationOptions(&arguments)
let evaluation = Evaluation(options)
switch (arguments.first, arguments.count) {
case ("book", 3):
  guard let truth = InventedBook.truth(of: try TextFile.read(arguments[2])) else {
    fatalError("\(arguments[2]) is no table of truth")
  }
  try await evaluation.evaluate(try TextFile.read(arguments[1]), truth)
case ("make", 3):
  guard let cards = Int(arguments[1]), cards > 0, let seed = UInt64(arguments[2]) else {
    fatalError("CARDS and SEED are numbers")
  }
  let book = InventedBook(cards: cards, seed: seed)
  try await evaluation.evaluate(book.octets, book.truth)
case ("write", 4):
  guard let cards = Int(arguments[1]), cards > 0, let seed = UInt64(arguments[2]) else {
    fatalError("CARDS and SEED are numbers")
  }
  let book = InventedBook(cards: cards, seed: seed)
  try TextFile.write(book.octets, arguments[3] + "/book.vcf")
  try TextFile.write(book.truthTable, arguments[3] + "/truth.tsv")
case ("names", 2):
  try await evaluation.evaluateNames(try TextFile.read(arguments[1]))
default:
  fatalError(
    "usage: Evaluation book BOOK TRUTH | make CARDS SEED | write CARDS SEED FOLDER | names CASES")
}
