/// Reading and changing JSON and TOML that people write: both become [Node]s with positions, so
/// that a change leaves every other character where it is. Imports nothing else of Pitstop but `text`.
package dev.pitstop.textedit;
