// Does the work of one benchmark some number of times and nothing else, for tools that watch from
// outside, or writes a book of sample cards for them: callgrind cannot run the programs of the
// Benchmark package, whose main thread waits in sigsuspend. What two runs that differ by one
// iteration count differs by one iteration's work.
//
// usage: PlainRun                                  lists PROGRAM/CURVE SIZE, one a line
//        PlainRun PROGRAM/CURVE SIZE ITERATIONS    does the work; prints the octets of one time
//        PlainRun book KIND COUNT                  writes so many cards of a kind: typical,
//                                                  typical40, unfolded, photos or messy
//        PlainRun quirks                           lists what programs write at its worst
//        PlainRun quirk NAME OCTETS                writes about so many octets of nothing but that

import BenchmarkSupport
import SystemPackage

let arguments = CommandLine.arguments.dropFirst()
if arguments.isEmpty {
  for (program, curves) in Curve.all {
    for curve in curves {
      for size in curve.sizes { print("\(program)/\(curve.name)", size) }
    }
  }
} else if arguments.count == 3, arguments[1] == "book" {
  guard let count = Int(arguments[3]), count >= 0,
    let make = SampleCards.books.first(where: { $0.key == arguments[2] })?.value
  else { fatalError("usage: PlainRun book KIND COUNT") }
  // The cards are UTF-8, so nothing is repaired on the way.
  print(String(decoding: make(count), as: UTF8.self), terminator: "")
} else if arguments.count == 1, arguments[1] == "quirks" {
  for quirk in SampleQuirk.all { print(quirk.name) }
} else if arguments.count == 3, arguments[1] == "quirk" {
  guard let octets = Int(arguments[3]), octets >= 0,
    let quirk = SampleQuirk.all.first(where: { $0.name == arguments[2] })
  else { fatalError("usage: PlainRun quirk NAME OCTETS") }
  try FileDescriptor.standardOutput.writeAll(quirk.book(octets * 100 / quirk.book(100).count))
} else {
  guard arguments.count == 3, let size = Int(arguments[2]), let iterations = Int(arguments[3])
  else { fatalError("usage: PlainRun [PROGRAM/CURVE SIZE ITERATIONS]") }
  let named = Curve.all.flatMap { program, curves in
    curves.map { (name: "\(program)/\($0.name)", curve: $0) }
  }
  guard let curve = named.first(where: { $0.name == arguments[1] })?.curve else {
    fatalError("there is no \(arguments[1])")
  }
  let input = curve.input(size)
  var octets = 0
  for _ in 0..<iterations { octets = try curve.run(input, size) }
  print(octets)
}
