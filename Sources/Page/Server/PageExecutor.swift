import Dispatch

/// Runs what answers requests, on threads of its own: it waits for files and the database, and must wait
/// for nobody else who does.
final class PageExecutor: TaskExecutor {
  /// That of all servers.
  static let shared = PageExecutor()

  private let queue = DispatchQueue(label: "page", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
