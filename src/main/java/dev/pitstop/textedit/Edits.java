package dev.pitstop.textedit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Changes of a text that do not overlap and begin at different offsets, applied together; all
/// offsets refer to the original text.
public final class Edits {
  private record Edit(int from, int to, String with) {}

  private final List<Edit> edits = new ArrayList<>();

  public void replace(int from, int to, String with) {
    edits.add(new Edit(from, to, with));
  }

  public String apply(String text) {
    StringBuilder out = new StringBuilder(text);
    edits.stream()
        .sorted(Comparator.comparingInt(Edit::from).reversed()) // the offsets before it still hold
        .forEach(e -> out.replace(e.from(), e.to(), e.with()));
    return out.toString();
  }
}
