extension LineConverter {
  /// A reference to an agent is RELATED;TYPE=agent.
  ///
  /// RFC 6350 §A.2 has no AGENT; §6.6.6 has the type.
  func takesAgent(_ line: inout ConversionLine) -> Bool {
    guard !line.has(.value) || line.saysURI, UniformText.hasScheme(line.text),
      !Octets.equal(line.octets.span.extracting(first: 6), "BEGIN:")
    else { return false }
    line.name = KnownName.related.canonical
    line.remove(.value)
    line.parameters.insert(LineParameter(.type, "agent"), at: 0)
    return true
  }

  func takesRelated(_ line: inout ConversionLine) -> Bool {
    guard line.types == ["agent"], !line.has(.value) || line.has(.value, "URI"),
      UniformText.hasScheme(line.text)
    else { return false }
    line.name = KnownName.agent.canonical
    line.removeType("AGENT")
    line.set(.value, "uri")
    return true
  }
}
