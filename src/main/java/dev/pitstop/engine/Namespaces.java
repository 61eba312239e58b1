package dev.pitstop.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Whether another process sees the same files, network and processes as this one: one in a
/// container or a sandbox may not, and needs a JVM of its own in there.
final class Namespaces {
  private static final List<String> KINDS = List.of("mnt", "net", "pid", "user", "ipc", "uts");

  private final List<Optional<Path>> ours = of("self");

  /// Whether a process has the same. False if that cannot be seen.
  boolean same(int pid) {
    List<Optional<Path>> theirs = of(Integer.toString(pid));
    return theirs.equals(ours) && theirs.stream().allMatch(Optional::isPresent);
  }

  private static List<Optional<Path>> of(String process) {
    return KINDS.stream().map(kind -> of(process, kind)).toList();
  }

  private static Optional<Path> of(String process, String kind) {
    try {
      return Optional.of(Files.readSymbolicLink(Path.of("/proc", process, "ns", kind)));
    } catch (IOException hidden) {
      return Optional.empty();
    }
  }
}
