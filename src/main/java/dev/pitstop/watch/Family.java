package dev.pitstop.watch;

import java.util.ArrayList;
import java.util.List;

/// Files that have nothing in common but a directory they are below and perhaps the end of their
/// names: what is left to recognise the output of a build by that gives its files ever new names.
///
/// @param directory without a `/` at its end; empty for the watcher's root
/// @param ending such as `.js`; empty for any
record Family(String directory, String ending) {

  /// The families of a file, the closest first; that of all files is none.
  static List<Family> of(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    String ending = dot > 0 ? name.substring(dot) : "";
    var families = new ArrayList<Family>();
    String directory = path;
    while (!directory.isEmpty()) {
      directory = directory.substring(0, Math.max(directory.lastIndexOf('/'), 0));
      if (!ending.isEmpty()) {
        families.add(new Family(directory, ending));
      }
      if (!directory.isEmpty()) {
        families.add(new Family(directory, ""));
      }
    }
    return families;
  }

  /// Whether all files of another family, and more, are in this one.
  boolean isWiderThan(Family other) {
    boolean below = directory.isEmpty() || (other.directory + "/").startsWith(directory + "/");
    return below && (ending.isEmpty() || ending.equals(other.ending)) && !equals(other);
  }

  /// As the user would write it as a glob.
  @Override
  public String toString() {
    return (directory.isEmpty() ? "" : directory + "/") + "**/*" + ending;
  }
}
