package dev.pitstop.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What the reader of entries needs besides the file.
///
/// @param env added to the environment of every server
/// @param environment the value of a variable; empty if it is not set
/// @param directory where relative paths of an entry start that is in no file
/// @param outputs the file for the output of a daemon of this name that Pitstop started
public record EntryContext(
    Map<String, String> env,
    Function<String, Optional<String>> environment,
    Path directory,
    Function<String, Path> outputs) {}
