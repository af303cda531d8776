import VCard

extension CSVHeader {
  /// The columns of a value that may say a property.
  ///
  /// - Parameters:
  ///   - slot: The value.
  ///   - property: The property; one of a name as it sounds has only the column of its component.
  /// - Returns: The columns.
  func columns(of slot: Int, for property: Property) -> [Int] {
    guard let component = CSVWriter.phonetic(property) else { return slotColumns[slot] }
    return slotColumns[slot].filter { columns[$0].meaning.part == .component(component) }
  }

  /// What the columns of a value say of a property: for writing them, and for finding out whether
  /// somebody has changed them since.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - slot: The value.
  ///   - label: The label of its group.
  ///   - separator: What stands between several categories.
  /// - Returns: The text of each column that the property has there, which may be empty.
  func cells(
    of property: Property, in slot: Int, label: String, separator: String
  ) -> [(column: Int, text: String)] {
    let columns = columns(of: slot, for: property)
    let texts = CSVWriter.texts(of: property)
    var used: [Int: Int] = [:]
    return columns.map { index in
      let part = self.columns[index].meaning.part
      switch part {
      case .component(let number):
        let place = used[number, default: 0]
        used[number] = place + 1
        let isOnly = columns.count { self.columns[$0].meaning.part == part } == 1
        return (
          index, text(of: property, texts, in: slot, component: number, isOnly ? nil : place)
        )
      case .whole: return (index, whole(of: property, texts, in: slot, separator))
      case .label: return (index, word(for: property, in: slot, label))
      case .formatted: return (index, property.parameter("LABEL").first ?? "")
      case .year, .month, .day:
        guard let date = PartialDate(property.text), date.hour == nil else { return (index, "") }
        let number = part == .year ? date.year : part == .month ? date.month : date.day
        return (index, number.map(String.init) ?? "")
      case .service, .lines: return (index, "")
      }
    }
  }

  /// What a column says of a component, or of one of its values where it has several columns.
  private func text(
    of property: Property, _ texts: [String], in slot: Int, component number: Int, _ place: Int?
  ) -> String {
    // Whom no name in parts says is shown as a given name.
    if property.canonicalName == "FN", slots[slot].property == "N" {
      return number == 1 ? property.text : ""
    }
    let number = CSVWriter.phonetic(property) == nil ? number : 0
    guard number < texts.count else { return "" }
    if let place {
      let values = property.components[number].filter { !$0.isEmpty }
      return place < values.count ? values[place] : ""
    }
    if property.canonicalName == "ORG", number == 1 {
      return texts[1...].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    return texts[number]
  }

  /// What the one column says of a property.
  private func whole(
    of property: Property, _ texts: [String], in slot: Int, _ separator: String
  ) -> String {
    guard slots[slot].isNumbered else {
      let isCategories = property.canonicalName == "CATEGORIES"
      return texts.joined(separator: isCategories ? separator : CSVCardMaker.separator)
    }
    return slots[slot].property == "X"
      ? texts.filter { !$0.isEmpty }.joined(separator: ", ") : texts.joined(separator: " ")
  }

  /// What the column for a label says.
  private func word(for property: Property, in slot: Int, _ label: String) -> String {
    guard slots[slot].property != "X" else {
      return property.parameter(CSVCardMaker.columnParameter).first ?? property.canonicalName
    }
    let word = CSVWriter.label(property, label)
    return property.parameter("PREF") == ["1"] ? "* " + word : word
  }
}
