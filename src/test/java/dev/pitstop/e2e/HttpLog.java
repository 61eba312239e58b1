package dev.pitstop.e2e;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Disk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a scripted daemon has written to its `--log`, over all its starts.
record HttpLog(Path file) {
  /// The entries that have this member, in their order.
  List<JsonObject> with(String member) {
    return Disk.io(() ->
        Files.exists(file)
            ? Files.readAllLines(file).stream()
                .map(Json::object)
                .filter(e -> e.has(member))
                .toList()
            : List.of());
  }

  /// How often each key was executed.
  Map<String, Integer> executed() {
    Map<String, Integer> times = new HashMap<>();
    with("executed").forEach(e -> times.merge(e.get("executed").getAsString(), 1, Integer::sum));
    return times;
  }
}
