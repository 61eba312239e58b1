/// HTTP/1.1, over sockets and by the JDK's client, and connections that only show whether a daemon
/// is there. It knows nothing of MCP. Start with [dev.pitstop.channel.wire.Wire] and
/// [dev.pitstop.channel.wire.Network].
package dev.pitstop.channel.wire;
