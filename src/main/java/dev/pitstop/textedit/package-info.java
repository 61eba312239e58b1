/// Reading and changing JSON and TOML that people write: both become [Node]s with positions, so
/// that a change leaves every other character where it is. Of Pitstop it imports only `text`.
package dev.pitstop.textedit;
