/// The program: `main`, the commands, and what each runs.
///
/// Start with [Main].
package dev.pitstop.cli;
