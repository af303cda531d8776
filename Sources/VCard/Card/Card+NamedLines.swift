extension Card {
  /// The first line from an index on whose name is among some; `nil` when there is none.
  ///
  /// - Complexity: O(*n*) in the lines passed over, a few instructions each; decodes nothing.
  package func nextLine(
    from index: Int, named names: NameSet
  ) -> (index: Int, name: KnownName)? {
    var index = index
    while index < rows.count {
      let name = rows[index].known
      if names.contains(name) { return (index, name) }
      index += 1
    }
    return nil
  }
}
