package dev.pitstop.commandline;

/// A `cli_command`.
public final class Template {
  Template() {}
}
