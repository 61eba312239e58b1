package dev.pitstop.process;

/// Calls of the system that the JDK does not offer (`src/main/c/hands.c`), for a process that the
/// front has started and for the engine. Where nothing else is said, a result below 0 is an error
/// number of the system. Callable from any thread.
public final class Hands {
  /// The system's error number for a call that was woken.
  public static final int INTERRUPTED = -4;

  /// The system's error number for "nothing yet".
  public static final int NOTHING_YET = -11;

  /// How many descriptors may come with one message.
  public static final int MOST_DESCRIPTORS = 9;

  private Hands() {}

  /// Loads the native code. Before that, no other method works.
  ///
  /// @param library its absolute path
  /// @throws UnsatisfiedLinkError if it cannot be loaded
  @SuppressWarnings("restricted") // the launcher allows native code to this program
  public static void load(String library) {
    System.load(library);
  }

  /// Waits for the end of a child of this process. Blocks.
  ///
  /// @return its exit code, or 128 and the number of the signal; -1 if it is no child of ours
  static native int reap(int pid);

  /// Closes a descriptor of this process.
  public static native void close(int descriptor);

  /// Takes a connection of a listening socket, or waits for one.
  ///
  /// @return a descriptor; [#NOTHING_YET] if none came in time
  public static native int accept(int listening, int millis);

  /// Limits how long [#receive] waits for anything; then it is [#NOTHING_YET]. 0 is for ever.
  public static native void within(int socket, int millis);

  /// Ends a socket: both sides find its end. Ends listening: [#accept] fails from now on, and
  /// whoever waits for it is turned away.
  public static native void refuse(int listening);

  /// The process at the other end of a connection; an error if it is another user's.
  public static native int peer(int socket);

  /// Reads from a socket, and takes the descriptors that come. Blocks.
  ///
  /// @param descriptors gets [#MOST_DESCRIPTORS] numbers; -1 is none
  /// @return the number of bytes; 0 at the end
  public static native int receive(int socket, byte[] to, int from, int length, int[] descriptors);

  /// Writes to a socket. Blocks.
  ///
  /// @return the number of bytes that were written
  public static native int send(int socket, byte[] bytes, int from, int length);

  /// Reads. Blocks, also if the descriptor was made non-blocking.
  ///
  /// @return the number of bytes; 0 at the end; [#INTERRUPTED] after [#wake]
  static native int read(int descriptor, byte[] to, int from, int length);

  /// Writes at least a byte. Blocks, also if the descriptor was made non-blocking.
  ///
  /// @return the number of bytes that were written; [#INTERRUPTED] after [#wake]
  static native int write(int descriptor, byte[] bytes, int from, int length);

  /// How many bytes can be read without waiting.
  public static native int available(int descriptor);

  /// The size of a pipe, in bytes; below 0 if it is none.
  static native int capacity(int descriptor);

  /// The calling thread, for [#wake].
  static native long thread();

  /// Ends a call of this thread that blocks, if it is in one. The thread must be there.
  static native void wake(long thread);
}
