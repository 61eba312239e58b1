/// What Streamable HTTP and HTTP+SSE say, as pure functions and small parsers: event streams,
/// values of headers, how a server says that a session is gone, the user's URL and headers, proxies
/// and certificates. Opens no connection: exchanges, sessions and threads are the channel's.
///
/// Values of headers, user information and queries of URLs are secrets (H6): no `toString` and no
/// text of this package holds one.
///
/// Start with [SseParser], [SessionLoss] and [Endpoint].
package dev.pitstop.http;
