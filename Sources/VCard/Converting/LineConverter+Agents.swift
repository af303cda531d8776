extension LineConverter {
  /// A reference to an agent is RELATED;TYPE=agent.
  ///
  /// RFC 6350 §A.2 has no AGENT; §6.6.6 has the type.
  func takesAgent(_ line: inout ConversionLine) -> Bool {
    guard case .escaped = line.value, UniformText.hasScheme(line.text),
      !Octets.equal(line.octets.span.extracting(first: 6), "BEGIN:"),
      line.first(.value).map({ ["uri", "url"].contains($0.lowercased()) }) ?? true
    else { return false }
    line.name = KnownName.related.canonical
    line.remove(.value)
    line.parameters.insert(LineParameter(.type, "agent"), at: 0)
    return true
  }

  func takesRelated(_ line: inout ConversionLine) -> Bool {
    guard line.types == ["agent"], line.first(.value).map({ $0.lowercased() == "uri" }) ?? true,
      UniformText.hasScheme(line.text)
    else { return false }
    line.name = KnownName.agent.canonical
    line.removeType("AGENT")
    line.set(.value, "uri")
    return true
  }
}
