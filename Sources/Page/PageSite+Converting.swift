import ContactPages
import VCard

extension PageSite {
  /// The last conversion of the page, which is there to be downloaded.
  struct Converted {
    var number = 0
    var target: PageConverter.Target?
    var file: SentFile?
  }

  /// The empty form, or the file of the last conversion.
  func converting(_ request: PageRequest, _ frame: PageFrame) -> PageResponse {
    guard let converter = options.converter else { preconditionFailure("a converter is there") }
    let parts = request.parts
    if parts.count == 1 {
      return ConvertView(frame: frame, targets: converter.targets).response()
    }
    guard parts.count == 2, parts[1] == "\(converted.number)", let target = converted.target
    else { return .missing(frame, .convert, "This file is gone; convert the cards once more.") }
    let name = "contacts-\(target.name).\(target.fileExtension)"
    var response = PageResponse(saving: [], as: name, "application/octet-stream")
    response.file = converted.file
    return response
  }

  /// Converts what was pasted or chosen, of two requests at once.
  func convert(_ request: PageRequest, _ frame: PageFrame) async throws -> PageResponse {
    guard let converter = options.converter else { preconditionFailure("a converter is there") }
    var view = ConvertView(frame: frame, targets: converter.targets)
    guard let form = request.multipart else {
      view.problem = "This form did not arrive whole."
      return view.response(.badRequest)
    }
    view.target = form["target"]
    view.text = form["text"] ?? ""
    guard let target = converter.targets.first(where: { $0.name == view.target }) else {
      view.problem = "Choose what to write."
      return view.response(.badRequest)
    }
    let file = form.files("file").first { !$0.content.isEmpty }
    let octets = file?.content ?? Array(view.text.utf8)[...]
    let conversion = try await files.run(on: self) {
      try converter.convert(octets, named: file?.fileName ?? "", to: target)
    }
    guard conversion.cards > 0 else {
      view.problem =
        octets.isEmpty ? "Choose a file, or paste cards." : "There is no card in this."
      view.notes = conversion.notes + conversion.findings.flatMap { $0.examples.map(\.message) }
      return view.response(.badRequest)
    }
    converted = Converted(
      number: converted.number + 1, target: target, file: conversion.file)
    (view.conversion, view.number) = (conversion, converted.number)
    return view.response()
  }
}
