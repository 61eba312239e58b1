package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import java.util.List;
import java.util.Optional;

/// What a server says in a session that began with `initialize`.
///
/// @param greeting the result of that; JSON's null if it was refused or not answered, and then the
///   rest is empty
record Heard(JsonElement greeting, List<Listed> lists, Optional<Reply> ping) {}
