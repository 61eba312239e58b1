/// What Pitstop's command line says: the table of options with their defaults, the parser, and what
/// the options of a session mean.
///
/// Start with [CommandLine]; the options are rows of [dev.pitstop.config.SettingTable].
package dev.pitstop.cli.options;
