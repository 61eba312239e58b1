package dev.pitstop.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What another process may see and do, compared with this one: what one in a container or a
/// sandbox may not must not be done for it here, nor must this process be confined for others. The
/// front adds what cannot be seen from here.
final class Confinement {
  private static final List<String> LINKS =
      List.of("root", "ns/mnt", "ns/net", "ns/pid", "ns/user", "ns/ipc", "ns/uts", "ns/cgroup");

  private static final List<String> STATUS =
      List.of("Uid:", "Gid:", "Groups:", "CapEff:", "NoNewPrivs:", "Seccomp:");

  private final Optional<List<String>> ours = of("self");

  /// Whether a process is as free as this one. False if that cannot be seen.
  boolean same(int pid) {
    return ours.isPresent() && of(Integer.toString(pid)).equals(ours);
  }

  private static Optional<List<String>> of(String process) {
    Path proc = Path.of("/proc", process);
    List<String> found = new ArrayList<>();
    try {
      for (String link : LINKS) {
        found.add(Files.readSymbolicLink(proc.resolve(link)).toString());
      }
      for (String line : Files.readAllLines(proc.resolve("status"), StandardCharsets.ISO_8859_1)) {
        if (STATUS.stream().anyMatch(line::startsWith)) {
          found.add(line);
        }
      }
      found.add(label(proc));
      return Optional.of(found);
    } catch (IOException hidden) {
      return Optional.empty();
    }
  }

  /// That of AppArmor or SELinux; empty where there is neither.
  private static String label(Path proc) {
    try {
      return Files.readString(proc.resolve("attr/current"), StandardCharsets.ISO_8859_1);
    } catch (IOException none) {
      return "";
    }
  }
}
