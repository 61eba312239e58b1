/// Reads and changes JSON and TOML that people write. Both become [Node]s with positions, so that a
/// change leaves every other character where it is. This package is a leaf.
package dev.pitstop.textedit;
