package dev.pitstop.backend;

/// What Pitstop says of its client when it greets a server itself, as a session with many servers
/// does (docs/design/many-servers.md, "Eras").
///
/// @param initialize the parameters of the `initialize` that a legacy server is sent, a JSON object
/// @param modernMeta the `_meta` that requests of our own carry to a modern server, a JSON object
/// @param modernFirst whether the client speaks modern: a server of its own era needs no
///   translation, so that is what an unknown one is asked for first
public record Own(String initialize, String modernMeta, boolean modernFirst) {}
