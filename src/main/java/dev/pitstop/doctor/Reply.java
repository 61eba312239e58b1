package dev.pitstop.doctor;

import com.google.gson.JsonElement;

/// The outcome of a request.
sealed interface Reply {
  /// How long it took, in milliseconds.
  long millis();

  /// A result.
  ///
  /// @param bytes the length of the message
  record Answer(JsonElement result, long bytes, long millis) implements Reply {}

  /// An error.
  record Refused(int code, String message, long millis) implements Reply {}

  /// An answer that is not a valid message.
  ///
  /// @param detail what is wrong with it
  /// @param line its beginning
  record Unreadable(String detail, String line, long millis) implements Reply {}

  /// Nothing came in time.
  record Silence(long millis) implements Reply {}

  /// The run ended before an answer.
  ///
  /// @param how a clause whose subject is the server
  record Over(String how, long millis) implements Reply {}
}
