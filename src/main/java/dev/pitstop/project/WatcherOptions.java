package dev.pitstop.project;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The words of a command, divided into a watcher's own options and the rest.
///
/// @param given the values of the watcher's options by name, in the order of the command; an option
///   without a value has an empty one
/// @param rest the other words
record WatcherOptions(Map<String, List<String>> given, List<String> rest) {
  /// The options of a program that runs the command after them, such as `nodemon`.
  ///
  /// @param from where the options begin
  /// @param withValue the options that take the next word, unless they have a `=`
  static WatcherOptions before(List<String> words, int from, Set<String> withValue) {
    int start = Math.min(from, words.size());
    WatcherOptions found = new WatcherOptions(new LinkedHashMap<>(), new ArrayList<>());
    List<String> options = words.subList(start, words.size());
    int end = found.take(options, word -> true, withValue, word -> !word.startsWith("-"));
    boolean dashes = end < options.size() && options.get(end).equals("--");
    found.rest.addAll(options.subList(dashes ? end + 1 : end, options.size()));
    return found;
  }

  /// The options of a program that can watch itself, such as `node`.
  ///
  /// @param own tells which options are about watching
  /// @param ends tells the word after which no such option comes: the script
  static WatcherOptions among(
      List<String> words, Predicate<String> own, Set<String> withValue, Predicate<String> ends) {
    WatcherOptions found = new WatcherOptions(new LinkedHashMap<>(), new ArrayList<>());
    int end = found.take(words, own, withValue, ends);
    found.rest.addAll(words.subList(end, words.size()));
    return found;
  }

  /// @return the index of the first word that was not read
  private int take(
      List<String> words, Predicate<String> own, Set<String> withValue, Predicate<String> ends) {
    int i = 0;
    while (i < words.size() && !words.get(i).equals("--") && !ends.test(words.get(i))) {
      String word = words.get(i++);
      int equals = word.startsWith("-") ? word.indexOf('=') : -1;
      String option = equals < 0 ? word : word.substring(0, equals);
      if (!own.test(option)) {
        rest.add(word);
        continue;
      }
      boolean next = equals < 0 && withValue.contains(option) && i < words.size();
      String value = equals < 0 ? "" : word.substring(equals + 1);
      given.computeIfAbsent(option, o -> new ArrayList<>()).add(next ? words.get(i++) : value);
    }
    return i;
  }

  /// The values of an option, by all its names.
  List<String> all(String... names) {
    return Stream.of(names).flatMap(n -> given.getOrDefault(n, List.of()).stream()).toList();
  }

  /// The last of them; empty if there is none.
  String last(String... names) {
    List<String> values = all(names);
    return values.isEmpty() ? "" : values.getLast();
  }
}
