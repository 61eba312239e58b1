package dev.pitstop.textedit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Changes of a text that do not overlap, applied together; all offsets refer to the original text.
public final class Edits {
  private record Edit(int from, int to, String with) {}

  private final List<Edit> edits = new ArrayList<>();

  public void replace(int from, int to, String with) {
    edits.add(new Edit(from, to, with));
  }

  public String apply(String text) {
    List<Edit> sorted = new ArrayList<>(edits);
    sorted.sort(
        Comparator.comparingInt(Edit::from)); // stable: inserts at one place keep their order
    StringBuilder out = new StringBuilder();
    int done = 0;
    for (Edit e : sorted) {
      out.append(text, done, e.from()).append(e.with());
      done = e.to();
    }
    return out.append(text, done, text.length()).toString();
  }
}
