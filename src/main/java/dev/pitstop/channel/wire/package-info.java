/// HTTP/1.1 by the JDK's client, and connections that only show whether a daemon is there. It knows
/// nothing of MCP. Start with [dev.pitstop.channel.wire.Wire].
package dev.pitstop.channel.wire;
