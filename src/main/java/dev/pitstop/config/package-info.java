/// The configuration file: the `mcpServers` JSON that clients use already, with comments and our
/// own keys (M6). Reading it into entries, changing its text and nothing else, writing it whole.
/// Pure but for [ConfigFile#read], [ConfigPlaces] and [ConfigWriter]; knows no server that runs.
///
/// Values of `env` and `headers` are secrets: no text and no `toString` of this package holds one.
///
/// Start with [ConfigFile] and [ServerEntry]; [ConfigEdit] is the way back.
package dev.pitstop.config;
