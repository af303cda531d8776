import ContactDedupe

extension CommandFailure {
  /// Creates the failure that an error about a plan, a journal or answers stands for.
  init(_ error: DedupeError) {
    self.init(.data, error.description)
    switch error {
    case .notAPlan: suggestion = "'vcard dedupe plan FILE -o PLAN' makes one"
    case .editedCluster:
      suggestion = "make the plan again with the answers, and edit that one"
    case .editedLink: suggestion = "--merge makes one card of them"
    case .notOfBook:
      exitCode = .usage
      suggestion = "'vcard dedupe plan --book BOOK' makes one, and -o FILE writes merged files"
    case .stale, .changed: (exitCode, suggestion) = (.changed, "make the plan again")
    case .tooLittleMemory(let octets, let least, let cards):
      exitCode = .usage
      message = "--memory \(MemorySize(bytes: octets)) is too little for \(cards) cards"
      suggestion = "give \((least + 1 << 20 - 1) >> 20)M or more"
    case .tooManyCards:
      suggestion = "'vcard dedupe spark --bundle DIR' has Apache Spark do it on several"
    case .notAJournal:
      suggestion = "'vcard dedupe apply PLAN -o OUT --journal FILE' writes one"
    case .damagedJournal(_, line: nil): suggestion = "nothing was restored"
    case .foreignJournal:
      suggestion = "if that is so, say it with --merged FILE; nothing was done"
    case .noMergedFile:
      exitCode = .noInput
      suggestion = "--merged FILE says where the file is that the merge wrote"
    case .changedSinceMerge:
      exitCode = .changed
      suggestion = "what would come back is no more what was there; nothing was done"
    case .exists: (exitCode, suggestion) = (.cannotCreate, "name another folder")
    case .noInputs, .damagedPlan, .noCards, .notAnAnswer, .notWeights, .notStatistics,
      .unfinishedJournal, .damagedJournal:
      break
    }
  }
}
