package dev.pitstop.config;

import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.textedit.KeyPath;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// One server of the configuration file, with its variables replaced.
///
/// Two entries are equal if the same server would run in the same way: the position in the file,
/// whitespace, comments and the order of keys make no difference (K38), a variable's new value does
/// (K39). `toString` shows only names.
///
/// @param written the name as written in the file; not empty, but otherwise any text
/// @param env added to the inherited environment, in the file's order
/// @param cwd working directory, absolute; it may not exist
/// @param build a shell command that builds the server
/// @param watch globs, relative to `cwd`; empty if the entry has none
/// @param replay `TOOL` or `TOOL:ARG=VALUE`
/// @param disabled whether the server does not run; its variables are then not replaced
/// @param binary the file that `binary_info` describes, absolute
/// @param buildTimeout in milliseconds, more than 0
/// @param startTimeout in milliseconds, more than 0
/// @param callTimeout in milliseconds, more than 0
public record ServerEntry(
    String written,
    EntryTarget target,
    Map<String, String> env,
    Path cwd,
    Optional<String> build,
    List<String> watch,
    Optional<State.Order> order,
    Optional<OnCrash> onCrash,
    List<String> replay,
    ToolFilter tools,
    boolean disabled,
    Optional<Path> binary,
    OptionalLong buildTimeout,
    OptionalLong startTimeout,
    OptionalLong callTimeout) {

  /// What happens after a crash.
  public enum OnCrash {
    RESPAWN,
    REPORT
  }

  public ServerEntry {
    env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    watch = List.copyOf(watch);
    replay = List.copyOf(replay);
  }

  @Override
  public String toString() {
    return "ServerEntry["
        + KeyPath.name(written)
        + ", "
        + target
        + ", env "
        + env.keySet()
        + (disabled ? ", disabled]" : "]");
  }
}
