package dev.pitstop.http;

import java.util.Optional;

/// One event of an event stream.
///
/// @param type of the event; `message` if it has none of its own
/// @param data its lines of data joined by LF; empty for one that only primes a stream with its id.
///   The receiver's own array
/// @param id its own id, if it has one; an empty one takes back the ids before it
public record SseEvent(String type, byte[] data, Optional<String> id) {}
