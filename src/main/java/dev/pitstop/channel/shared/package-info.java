/// One server for several sessions of an engine (docs/design/shared.md). Start with
/// [dev.pitstop.channel.shared.Shared], `SharedServer` and `SharedRun`.
package dev.pitstop.channel.shared;
