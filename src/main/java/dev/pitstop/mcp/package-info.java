/// The words of MCP: names of methods and `_meta` keys, Pitstop's own messages, and the facts of a
/// request that routing needs, in both eras.
///
/// Start with [Methods] and [RequestFacts].
package dev.pitstop.mcp;
