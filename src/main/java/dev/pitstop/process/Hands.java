package dev.pitstop.process;

/// The two calls of the system that a process which the front has started needs, and that the JDK
/// makes for its own children only (`src/main/c/hands.c`).
final class Hands {
  private Hands() {}

  /// Loads the native code. Before that, no other method works.
  ///
  /// @param library its absolute path
  /// @throws UnsatisfiedLinkError if it cannot be loaded
  @SuppressWarnings("restricted") // the launcher allows native code to this program
  static void load(String library) {
    System.load(library);
  }

  /// Waits for the end of a child of this process. Blocks.
  ///
  /// @return its exit code, or 128 and the number of the signal; -1 if it is no child of ours
  static native int reap(int pid);

  /// Closes a descriptor of this process.
  static native void close(int descriptor);
}
