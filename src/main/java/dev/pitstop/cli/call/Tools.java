package dev.pitstop.cli.call;

import com.google.gson.JsonObject;
import java.util.List;

/// Where a person calls tools: a server that was started for that, or a running session. One
/// thread.
public interface Tools extends AutoCloseable {
  /// The tools, as the server lists them. Comes first, and once.
  ///
  /// @throws Unreached if there is no list; the message is for people
  List<JsonObject> list() throws Unreached, InterruptedException;

  /// Calls a tool.
  ///
  /// @param arguments a JSON object
  /// @return the JSON-RPC response
  /// @throws Unreached if there is none; the message is for people
  String call(String name, String arguments) throws Unreached, InterruptedException;

  /// What the server has written to stderr; after [#close], all of it. Empty if that is seen
  /// elsewhere.
  List<String> stderr();

  @Override
  void close();

  /// Nobody answers.
  final class Unreached extends Exception {
    private static final long serialVersionUID = 1L;

    /// The exit code of a command that ends with this.
    final int code;

    Unreached(String message) {
      this(message, 1);
    }

    Unreached(String message, int code) {
      super(message);
      this.code = code;
    }
  }
}
