package dev.pitstop.config;

import dev.pitstop.catalog.ToolFilter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// One server as the file wants it, its variables replaced.
///
/// Two entries are equal if the same server would run in the same way: where it stands in the file,
/// blanks, comments, and the order of keys make no difference (K38), a variable's new value does
/// (K39). `toString` tells names only.
///
/// @param written the name as the file has it; not empty, otherwise anything
/// @param env added to the inherited environment, in the file's order
/// @param cwd working directory, absolute; it may not exist
/// @param build a shell command that builds the server
/// @param watch globs, relative to `cwd`; empty if nothing is watched
/// @param replay `TOOL` or `TOOL:ARG=VALUE`
/// @param disabled it is in the file, and does not run; its variables were not looked up
/// @param binary the file that counts as the server's program, absolute
/// @param buildTimeout in milliseconds, more than 0
/// @param startTimeout in milliseconds, more than 0
/// @param callTimeout the same
public record ServerEntry(
    String written,
    EntryTarget target,
    Map<String, String> env,
    Path cwd,
    Optional<String> build,
    List<String> watch,
    Optional<Order> order,
    Optional<OnCrash> onCrash,
    List<String> replay,
    ToolFilter tools,
    boolean disabled,
    Optional<Path> binary,
    OptionalLong buildTimeout,
    OptionalLong startTimeout,
    OptionalLong callTimeout) {

  /// Which comes first at a reload.
  public enum Order {
    START_FIRST,
    STOP_FIRST
  }

  /// What follows when the server dies by itself.
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
