/// The content of Streamable HTTP and HTTP+SSE, as pure functions and small parsers: event streams,
/// header values, how a server says that a session is gone, the user's URL and headers, proxies and
/// certificates. Opens no connections: exchanges, sessions and threads are in `channel`.
///
/// Header values, user information and queries of URLs are secrets: no `toString` and no text of
/// this package contains one.
///
/// Start with [SseReader], [SessionLoss] and [Endpoint].
package dev.pitstop.http;
