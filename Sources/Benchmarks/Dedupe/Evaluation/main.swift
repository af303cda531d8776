// Says how well dedupe puts the cards of people together.
//
// Built as the benchmarks are:
//   BENCHMARKS=1 swift run -c release --scratch-path .build-bench Evaluation make 150000 1
//
// usage: Evaluation book BOOK.vcf TRUTH.tsv     a book with its truth
//        Evaluation make CARDS SEED             a book that is invented for it
//        Evaluation write CARDS SEED FOLDER     writes such a book there: book.vcf and truth.tsv
//        Evaluation names CASES.tsv             pairs of names: class, a, b, 1 or 0
//        Evaluation incoming PEOPLE SEED [COUNT]
//                                               incoming cards against an invented book
//        Evaluation incoming-files BOOK.vcf TRUTH.tsv [COUNT]
//                                               incoming cards that are held out of a book with its
//                                               truth; the book keeps one card a person
//
// Incoming cards (20,000 unless COUNT is given) are matched by every policy against a book without
// duplicates. Printed are those of which the outcome is right, those of which it is acceptable
// (the right ones included; IncomingJudge says where asking is), wrong persons per 10,000, those of
// people of the book who were missed and of whom was asked without need; then the same by kinds of
// cards, of which a card may have several: whether the person is in the book, what is shared, what
// was done to the card.
//
// options: --threads N     how many threads (2)
//          --weights FILE  other weights than the standard ones
//          --clusters FILE writes the clusters of `same`, as `dedupe plan --clusters` does
//          --fit FILE      fits the weights to the book's pairs without their truth, and writes them
//          --verdicts FILE writes what becomes of each pair, whether it is of one person, and why;
//                          of incoming cards what becomes of each: policy, judgement, outcome,
//                          card, its name, the person's, the first candidate's, evidence, kinds
//          --records all   people of the book have all their cards, linked, and not the first only
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
case ("incoming", 3), ("incoming", 4):
  guard let people = Int(arguments[1]), people > 0, let seed = UInt64(arguments[2]),
    let count = arguments.count > 3 ? Int(arguments[3]) : 20_000
  else { fatalError("PEOPLE, SEED and COUNT are numbers") }
  try evaluation.evaluate(
    IncomingBook(
      people: people, seed: seed, incoming: count, linksRecords: options.linksRecords))
case ("incoming-files", 3), ("incoming-files", 4):
  guard let truth = InventedBook.truth(of: try TextFile.read(arguments[2])),
    let count = arguments.count > 3 ? Int(arguments[3]) : 20_000
  else { fatalError("\(arguments[2]) is no table of truth, or COUNT no number") }
  try evaluation.evaluate(
    IncomingBook(
      try TextFile.read(arguments[1]), truth, incoming: count,
      linksRecords: options.linksRecords))
default:
  fatalError(
    "usage: Evaluation book BOOK TRUTH | make CARDS SEED | write CARDS SEED FOLDER | names CASES "
      + "| incoming PEOPLE SEED [COUNT] | incoming-files BOOK TRUTH [COUNT]")
}
