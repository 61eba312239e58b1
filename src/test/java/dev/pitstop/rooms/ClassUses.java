package dev.pitstop.rooms;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Which classes of Pitstop use which, read from class files. A class is a top-level class with
/// everything nested in it, named without `dev.pitstop.`, such as `session.Session`. Whatever a
/// class file names counts as a use.
///
/// @param uses for each class, the others that it uses
record ClassUses(Map<String, Set<String>> uses) {
  private static final Pattern OURS = Pattern.compile("dev/pitstop/((?:[a-z]+/)*[A-Z]\\w*)");

  static ClassUses read(Path... places) throws IOException {
    List<ClassModel> all = new ArrayList<>();
    for (Path classes : places) {
      try (Stream<Path> files = Files.walk(classes)) {
        for (Path f : files.filter(p -> p.toString().endsWith(".class")).toList()) {
          all.add(ClassFile.of().parse(f));
        }
      }
    }
    return of(all);
  }

  static ClassUses of(List<ClassModel> classes) {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (ClassModel c : classes) {
      Matcher self = OURS.matcher(c.thisClass().asInternalName());
      if (!self.find()) {
        continue; // a package's description has no name of a class
      }
      Set<String> used = uses.computeIfAbsent(name(self), n -> new TreeSet<>());
      for (PoolEntry e : c.constantPool()) {
        if (e instanceof Utf8Entry text) {
          Matcher other = OURS.matcher(text.stringValue());
          while (other.find()) {
            used.add(name(other));
          }
        }
      }
      used.remove(name(self));
    }
    uses.values().forEach(used -> used.retainAll(uses.keySet())); // a comment's or a string's words
    return new ClassUses(uses);
  }

  private static String name(Matcher m) {
    return m.group(1).replace('/', '.');
  }

  static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  /// The classes of each package.
  Map<String, List<String>> packages() {
    Map<String, List<String>> all = new TreeMap<>();
    uses.keySet().forEach(c -> all.computeIfAbsent(packageOf(c), p -> new ArrayList<>()).add(c));
    return all;
  }

  /// The circles: groups of two or more classes in which each class uses each other, by way of the
  /// rest of the group. The largest comes first.
  List<Set<String>> circles() {
    Map<String, Set<String>> reached = new TreeMap<>();
    uses.keySet().forEach(c -> reached.put(c, reachedFrom(c)));
    List<Set<String>> circles = new ArrayList<>();
    Set<String> placed = new TreeSet<>();
    for (String c : uses.keySet()) {
      if (reached.get(c).contains(c) && !placed.contains(c)) {
        Set<String> circle = new TreeSet<>(reached.get(c));
        circle.removeIf(other -> !reached.get(other).contains(c));
        placed.addAll(circle);
        circles.add(circle);
      }
    }
    circles.sort(Comparator.comparingInt(circle -> -circle.size()));
    return circles;
  }

  private Set<String> reachedFrom(String start) {
    Set<String> seen = new TreeSet<>();
    List<String> next = new ArrayList<>(uses.get(start));
    while (!next.isEmpty()) {
      String c = next.removeLast();
      if (seen.add(c)) {
        next.addAll(uses.get(c));
      }
    }
    return seen;
  }
}
