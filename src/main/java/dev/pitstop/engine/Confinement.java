package dev.pitstop.engine;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private final Optional<String> ours = of("self");

  /// Whether a process is as free as this one. False if that cannot be seen.
  boolean same(int pid) {
    return ours.isPresent() && of(Integer.toString(pid)).equals(ours);
  }

  /// The first session waits for this, so it costs little when it runs for the first time: no
  /// streams, no channels.
  private static Optional<String> of(String process) {
    Path proc = Path.of("/proc", process);
    StringBuilder found = new StringBuilder(1024);
    try {
      for (String link : LINKS) {
        found.append(Files.readSymbolicLink(proc.resolve(link)).toString()).append('\n');
      }
      String status = "\n" + text(proc.resolve("status"));
      for (String name : STATUS) {
        int from = status.indexOf("\n" + name);
        if (from >= 0) {
          found.append(status, from, status.indexOf('\n', from + 1));
        }
      }
      return Optional.of(found.append(label(proc)).toString());
    } catch (IOException hidden) {
      return Optional.empty();
    }
  }

  private static String text(Path file) throws IOException {
    try (FileInputStream in = new FileInputStream(file.toString())) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  /// That of AppArmor or SELinux; empty where there is neither.
  private static String label(Path proc) {
    try {
      return text(proc.resolve("attr/current"));
    } catch (IOException none) {
      return "";
    }
  }
}
