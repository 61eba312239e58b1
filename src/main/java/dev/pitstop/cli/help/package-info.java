/// The pages of `pitstop help` and the completion scripts, made from the tables of options and
/// commands. Everything here returns text.
package dev.pitstop.cli.help;
