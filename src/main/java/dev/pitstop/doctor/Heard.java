package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import java.util.List;
import java.util.Optional;

/// A server's answers in a session that starts with `initialize`.
///
/// @param greeting the result of `initialize`; JSON's null if it was refused or not answered, and
///   then the rest is empty
record Heard(JsonElement greeting, List<Listed> lists, Optional<Reply> ping) {}
