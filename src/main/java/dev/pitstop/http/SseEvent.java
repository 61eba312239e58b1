package dev.pitstop.http;

import dev.pitstop.rpc.Line;

/// One event of an event stream.
///
/// @param type of the event; `message` by default
/// @param data its data lines joined by LF, or what replaces them if they are too long; empty for
///   an event that only sets the stream's id
public record SseEvent(String type, Line data) {}
