package dev.pitstop.http;

import dev.pitstop.rpc.Parts;
import java.util.Optional;

/// One event of an event stream.
///
/// @param type of the event; `message` by default
/// @param data its data lines joined by LF; empty for an event that only sets the stream's id
/// @param id its own id, if it has one; an empty id cancels the earlier ids
public record SseEvent(String type, Parts data, Optional<String> id) {}
