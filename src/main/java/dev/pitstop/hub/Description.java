package dev.pitstop.hub;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.channel.RunKind;
import dev.pitstop.channel.Target;
import dev.pitstop.log.UserDirectories;
import dev.pitstop.mcp.Meta;
import dev.pitstop.project.ServerName;
import dev.pitstop.text.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What a server said about itself the last time it ran (F6), in a file of the user's cache
/// directory. The file is named after command and arguments; with many servers also after the
/// server's name, since two entries may differ in nothing else that may be stored (an environment
/// contains secrets). The working directory counts only as far as words of the command name
/// something in it: clients start the same entry in each project. A damaged, foreign or newer file
/// counts as none. Reads and writes files: do not call it in a turn.
public final class Description {
  /// @param initialize the result of `initialize`, as JSON, for each protocol version that a client
  ///   has asked for: a user's clients ask for different ones
  public record Known(Map<String, String> initialize, Optional<String> discover, Catalog catalog) {
    public static final Known NOTHING = of(Catalog.empty());

    /// The description of a server of which only the catalogue is stored.
    public static Known of(Catalog catalog) {
      return new Known(Map.of(), Optional.empty(), catalog);
    }
  }

  private static final int FORMAT = 3;

  /// How many protocol versions are remembered: a client may ask for any.
  private static final int MOST_VERSIONS = 8;

  private static final String INSTRUCTIONS = ".instructions";
  private static final String NAME = ".name";
  private static final int MOST_NAME = 256; // bytes; more than any name has
  private static final int MOST_INSTRUCTIONS = 256 * 1024; // bytes; far more than anybody is shown
  private static final long MAX_BYTES = 16 * 1024 * 1024;

  /// A temporary file of this age was left behind.
  private static final Duration LEFT_BEHIND = Duration.ofDays(1);

  private final Optional<Path> directory;
  private final Target target;
  private final String name;

  /// @param directory empty to remember nothing
  public Description(Optional<Path> directory, Target target) {
    this(directory, target, Optional.empty());
  }

  /// @param name of one of many servers
  public Description(Optional<Path> directory, Target target, Optional<String> name) {
    this.directory = directory;
    this.target = target;
    this.name = name.map(n -> "\n" + n).orElse("");
  }

  private String key() {
    StringBuilder key = new StringBuilder();
    for (String word : target.words()) {
      key.append(target.kind() == RunKind.SESSION ? word : located(word)).append('\0');
    }
    return key.append(name).toString();
  }

  /// The key of the name. Unlike the rest, a wrong name cannot be corrected while the session
  /// lasts. So the working directory counts, too, unless a word of the command is a file of the
  /// server: `npm start` and a port are used by many projects in turn.
  private String nameKey() {
    String key = key();
    Path from = target.command().directory().toAbsolutePath().normalize();
    if (target.kind() != RunKind.SESSION) {
      for (String word : target.words()) {
        if (ServerName.isFileOfServer(word, from)) {
          return key;
        }
      }
    }
    return key + "\n" + from;
  }

  /// The full path of a word that names a file or directory, seen from the working directory;
  /// otherwise the word.
  private String located(String word) {
    try {
      Path path = target.command().directory().resolve(word).toAbsolutePath().normalize();
      return Files.exists(path) ? path.toString() : word;
    } catch (InvalidPathException noPath) {
      return word;
    }
  }

  /// Only a hash is stored: arguments may be secrets (H6).
  private static String hash(String key) {
    return Sha256.hex(key);
  }

  /// Named after a hash, which is computed only when needed.
  private static Path file(Path directory, String key) {
    return file(directory, key, ".json");
  }

  /// A file of the cache, named after the hash of its subject.
  public static Path file(Path directory, String key, String ending) {
    return directory.resolve(hash(key).substring(0, 32) + ending);
  }

  /// The known description, or an empty one.
  public Known read() {
    return find().orElse(Known.NOTHING);
  }

  /// The known description; empty if the server has never run, or nothing was stored.
  public Optional<Known> find() {
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    String key = key();
    Path file = file(directory.get(), key);
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
        return Optional.empty();
      }
      JsonElement all = Listing.tree(Files.readString(file));
      if (!(all instanceof JsonObject o)
          || !text(o, "format").equals(Optional.of(String.valueOf(FORMAT)))
          || !text(o, "key").equals(Optional.of(hash(key)))) {
        return Optional.empty();
      }
      Catalog catalog = Catalog.empty();
      for (Kind kind : Kind.values()) {
        JsonElement list = o.get(kind.name());
        if (list != null) {
          JsonObject wrapped = new JsonObject();
          wrapped.add(kind.listMember(), list);
          catalog = catalog.with(kind, Catalog.parse(kind, wrapped.toString()));
        }
      }
      return Optional.of(new Known(trees(o, "initialize"), tree(o, "discover"), catalog));
    } catch (IOException | JsonParseException | IllegalStateException e) {
      return Optional.empty(); // an unreadable file counts as none: the next run replaces it
    }
  }

  private static Optional<String> text(JsonObject o, String name) {
    JsonElement e = o.get(name);
    return e != null && e.isJsonPrimitive() ? Optional.of(e.getAsString()) : Optional.empty();
  }

  private static Map<String, String> trees(JsonObject o, String name) {
    Map<String, String> all = new LinkedHashMap<>();
    if (o.get(name) instanceof JsonObject trees) {
      for (Map.Entry<String, JsonElement> e : trees.entrySet()) {
        if (e.getValue().isJsonObject()) {
          all.put(e.getKey(), e.getValue().toString());
        }
      }
    }
    return all;
  }

  private static Optional<String> tree(JsonObject o, String name) {
    JsonElement e = o.get(name);
    return e != null && e.isJsonObject() ? Optional.of(e.toString()) : Optional.empty();
  }

  /// Remembers what the server has just said, beside what it has said to other versions of the
  /// protocol.
  ///
  /// @param asked the version that the client asked for, or empty
  /// @param initialize the result of `initialize`, if there was one
  /// @param discover the result of `server/discover`, if there was one; there was one of the two
  /// @return why it could not be written; empty if it was
  public Optional<String> update(
      String asked, Optional<String> initialize, Optional<String> discover, Catalog catalog) {
    Known before = read();
    Map<String, String> all = new LinkedHashMap<>(before.initialize());
    all.remove(asked); // the newest is the last
    initialize.ifPresent(result -> all.put(asked, result));
    if (all.size() > MOST_VERSIONS) {
      all.remove(all.keySet().iterator().next());
    }
    Optional<String> failed = write(new Known(all, discover.or(before::discover), catalog));
    return failed.isPresent()
        ? failed
        : writeServerName(initialize.or(() -> discover).orElseThrow());
  }

  /// @return why it could not be written; empty if it was
  public Optional<String> write(Known known) {
    if (directory.isEmpty()) {
      return Optional.empty(); // already reported once
    }
    String key = key();
    Path file = file(directory.get(), key);
    JsonObject o = new JsonObject();
    o.addProperty("format", FORMAT);
    o.addProperty("key", hash(key));
    try {
      JsonObject initialize = new JsonObject();
      for (Map.Entry<String, String> e : known.initialize().entrySet()) {
        initialize.add(e.getKey(), Listing.tree(e.getValue()));
      }
      o.add("initialize", initialize);
      known.discover().ifPresent(v -> o.add("discover", Listing.tree(v)));
      for (Kind kind : Kind.values()) {
        com.google.gson.JsonArray list = new com.google.gson.JsonArray();
        for (Entry e : known.catalog().entries(kind)) {
          list.add(e.json());
        }
        o.add(kind.name(), list);
      }
      write(directory.get(), file, o.toString());
      return Optional.empty();
    } catch (IOException | JsonParseException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static void write(Path directory, Path file, String text) throws IOException {
    Files.createDirectories(directory);
    sweep(directory);
    Path fresh = fresh(directory);
    try {
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh); // when a disk is full, for example
    }
  }

  /// The server's instructions, in a file of their own: the handshake of many servers waits for
  /// them, and nothing has to be parsed. Empty if there are none.
  public String instructions() {
    if (directory.isEmpty()) {
      return "";
    }
    Path file = file(directory.get(), key(), INSTRUCTIONS);
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MOST_INSTRUCTIONS
          ? Files.readString(file)
          : "";
    } catch (IOException e) {
      return ""; // as above
    }
  }

  /// @param text empty for none
  /// @return why it could not be written; empty if it was
  public Optional<String> writeInstructions(String text) {
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    Path file = file(directory.get(), key(), INSTRUCTIONS);
    try {
      if (text.isEmpty() || text.length() > MOST_INSTRUCTIONS / 3) {
        Files.deleteIfExists(file);
      } else {
        write(directory.get(), file, text);
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /// The name that a server gave itself in its last handshake, made fit for a line of text. Empty
  /// if the server has not run yet or the name says nothing; and for a command-line program, which
  /// has no handshake. Reads a small file.
  public static Optional<String> serverName(Target target) {
    return new Description(directory(), target).serverName();
  }

  /// [#serverName(Target)]. In a file of its own: each start reads it, and nothing has to be
  /// parsed.
  public Optional<String> serverName() {
    if (directory.isEmpty() || target.kind() == RunKind.SCHEMA) {
      return Optional.empty();
    }
    return name(file(directory.get(), nameKey(), NAME));
  }

  private static Optional<String> name(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MOST_NAME
          ? ServerName.ofHandshake(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // as above
    }
  }

  /// Keeps the name that the server gave itself, for the next session. Writes only what has
  /// changed.
  ///
  /// @param handshake the result of `initialize` or `server/discover`
  /// @return why it could not be written, if it could not
  public Optional<String> writeServerName(String handshake) {
    if (directory.isEmpty() || target.kind() == RunKind.SCHEMA) {
      return Optional.empty();
    }
    Path file = file(directory.get(), nameKey(), NAME);
    try {
      Optional<String> said = said(handshake);
      Optional<String> name = said.isPresent() ? ServerName.ofHandshake(said.get()) : said;
      if (name.isEmpty()) {
        Files.deleteIfExists(file);
      } else if (!name.equals(name(file))) {
        write(directory.get(), file, name.get());
      }
      return Optional.empty();
    } catch (IOException | JsonParseException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /// In `initialize` the name is a member of the result, in `server/discover` (2026-07-28) of its
  /// `_meta`.
  private static Optional<String> said(String handshake) {
    if (!(Listing.tree(handshake) instanceof JsonObject result)) {
      return Optional.empty();
    }
    JsonElement info = result.get("serverInfo");
    if (info == null && result.get("_meta") instanceof JsonObject meta) {
      info = meta.get(Meta.SERVER_INFO);
    }
    return info instanceof JsonObject o ? text(o, "name") : Optional.empty();
  }

  /// A new file that only its owner can read. Not `createTempFile`: its random numbers would load a
  /// security provider of the JDK in every session.
  private static Path fresh(Path directory) throws IOException {
    Path file =
        directory.resolve(
            "description" + ProcessHandle.current().pid() + "-" + System.nanoTime() + ".tmp");
    UserDirectories.make(file);
    return file;
  }

  /// Removes files of processes that were killed while they wrote. Other processes may do the same
  /// at the same time, and the description matters more: failures are ignored.
  private static void sweep(Path directory) {
    long limit = System.currentTimeMillis() - LEFT_BEHIND.toMillis();
    try (DirectoryStream<Path> old = Files.newDirectoryStream(directory, Description::isFresh)) {
      for (Path file : old) {
        if (Files.getLastModifiedTime(file).toMillis() < limit) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | DirectoryIteratorException ignored) {
      // the next write tries again
    }
  }

  private static boolean isFresh(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith("description") && name.endsWith(".tmp");
  }

  /// The user's cache directory for Pitstop, if there is one.
  public static Optional<Path> directory() {
    return UserDirectories.ours().cache();
  }
}
