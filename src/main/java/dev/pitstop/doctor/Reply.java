package dev.pitstop.doctor;

import com.google.gson.JsonElement;

/// What became of a request.
sealed interface Reply {
  /// How long it took, in milliseconds.
  long millis();

  /// It was answered.
  ///
  /// @param bytes of the whole answer
  record Answer(JsonElement result, long bytes, long millis) implements Reply {}

  /// It was answered with an error.
  record Refused(int code, String message, long millis) implements Reply {}

  /// What came was meant as the answer, and is no valid message.
  ///
  /// @param detail what is wrong with it
  /// @param line its beginning
  record Unreadable(String detail, String line, long millis) implements Reply {}

  /// Nothing came in time.
  record Silence(long millis) implements Reply {}

  /// The run ended before.
  ///
  /// @param how in words, a clause whose subject is the server
  record Over(String how, long millis) implements Reply {}
}
