/// Servers that are daemons at a URL: each run is a session with the daemon, and each message an
/// exchange of its own. Start with [dev.pitstop.channel.http.Http], `HttpLink`, `HttpRun` and
/// `HttpExchange`.
package dev.pitstop.channel.http;
