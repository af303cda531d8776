public import SystemPackage

/// The work tree that these tests belong to.
public enum Repository {
  /// The folder that holds `Package.swift`.
  public static let root = FilePath(#filePath)
    .removingLastComponent().removingLastComponent().removingLastComponent()
}
