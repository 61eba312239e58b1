package dev.pitstop.http;

import java.util.Optional;

/// One event of an event stream.
///
/// @param type of the event; `message` by default
/// @param data its data lines joined by LF; empty for an event that only sets the stream's id. The
///   receiver owns the array
/// @param id its own id, if it has one; an empty id cancels the earlier ids
public record SseEvent(String type, byte[] data, Optional<String> id) {}
