package dev.pitstop.digest;

import dev.pitstop.digest.Part.Kind;
import dev.pitstop.text.Complaint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The line that says most of why a program ended. Stateless.
final class Reason {
  private Reason() {}

  static Optional<String> in(List<Part> parts) {
    List<Integer> heads = new ArrayList<>();
    boolean python = false;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (part.is(Kind.HEAD) && !part.aside()) {
        heads.add(i);
      }
      python |= part.is(Kind.FRAME) && part.text().contains("File \"");
    }
    if (!heads.isEmpty()) { // Python says last what ended it, others first
      return Optional.of(head(parts, python ? heads.getLast() : heads.getFirst()));
    }
    Optional<String> fatal = Optional.empty();
    Optional<String> error = Optional.empty();
    for (Part part : parts) {
      if (Plain.complains(part, Complaint.FATAL)) {
        fatal = fatal.isPresent() ? fatal : Optional.of(part.text().strip());
      } else if (Plain.complains(part, Complaint.ERROR)) {
        error = Optional.of(part.text().strip());
      }
    }
    return fatal.isPresent() ? fatal : error;
  }

  /// With the line below it, if the head only announces it.
  private static String head(List<Part> parts, int i) {
    String text = parts.get(i).text().strip();
    boolean more = text.endsWith(":") && i + 1 < parts.size() && parts.get(i + 1).is(Kind.MORE);
    return more ? text + " " + parts.get(i + 1).text().strip() : text;
  }
}
