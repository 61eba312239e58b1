package dev.pitstop.doctor;

import dev.pitstop.doctor.check.Finding;
import dev.pitstop.doctor.check.Mark;
import java.util.List;

/// All findings of one server.
///
/// @param name of the server
/// @param command its command line or URL, without secrets
public record Report(String name, String command, List<Finding> findings) {
  public Report {
    findings = List.copyOf(findings);
  }

  /// How many findings have this mark.
  public long count(Mark mark) {
    return findings.stream().filter(f -> f.mark() == mark).count();
  }
}
