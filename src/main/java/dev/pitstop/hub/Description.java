package dev.pitstop.hub;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.channel.Target;
import dev.pitstop.log.UserDirectories;
import dev.pitstop.mcp.Meta;
import dev.pitstop.project.ServerName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/// What a server said about itself the last time it ran, in files of the user's cache directory. A
/// file is named after command and arguments; with many servers also after the server's name, since
/// two entries may differ in nothing else that may be stored (an environment contains secrets). The
/// working directory counts only as far as words of the command name something in it: clients start
/// the same entry in each project. A damaged file counts as none. Reads and writes files: do not
/// call it in a turn.
///
/// @param directory empty to remember nothing
/// @param name of one of many servers
public record Description(Optional<Path> directory, Target target, Optional<String> name) {
  /// @param initialize the result of `initialize`, as JSON, for each protocol version that a client
  ///   has asked for: a user's clients ask for different ones
  /// @param legacy whether it has not answered `server/discover`, and its program has not changed
  ///   since
  public record Known(
      Map<String, String> initialize, Optional<String> discover, boolean legacy, Catalog catalog) {
    public static final Known NOTHING = of(Catalog.empty());

    /// The description of a server of which only the catalogue is stored.
    public static Known of(Catalog catalog) {
      return new Known(Map.of(), Optional.empty(), false, catalog);
    }
  }

  /// Part of what is hashed, so that files of another format are not found.
  private static final String FORMAT = "6 ";

  // The ends of the files' names.
  private static final String LEGACY = "legacy";
  private static final String ALL = ".json";
  private static final String INSTRUCTIONS = ".instructions";
  private static final String NAME = ".name";
  private static final int MOST_NAME = 256; // bytes; more than any name has
  private static final int MOST_WORDS = 256 * 1024; // bytes; far more than anybody is shown
  private static final long MAX_BYTES = 16 * 1024 * 1024;

  /// That of an only server.
  public Description(Optional<Path> directory, Target target) {
    this(directory, target, Optional.empty());
  }

  private String key() {
    StringBuilder key = new StringBuilder();
    for (String word : target.words()) {
      key.append(target.kind().isDaemons() ? word : located(word)).append('\0');
    }
    return key.append(name.map(n -> "\n" + n).orElse("")).toString();
  }

  /// The key of the file with the server's name. A wrong name cannot be corrected while the session
  /// lasts, unlike the rest. So the working directory counts, too, because many projects use `npm
  /// start` or the same port in turn. It does not count if a word of the command is a file of the
  /// server.
  private String nameKey() {
    String key = key();
    Path from = target.command().directory().normalize();
    if (!target.kind().isDaemons()) {
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
      Path path = target.command().directory().resolve(word).normalize();
      return Files.exists(path) ? path.toString() : word;
    } catch (InvalidPathException noPath) {
      return word;
    }
  }

  /// A file of the cache. Its name has only checksums of its subject: arguments may be secrets. Two
  /// that are independent, because the digests of the JDK load a security provider in every
  /// session.
  private static Path file(Path directory, String key, String ending) {
    byte[] subject = (FORMAT + key).getBytes(StandardCharsets.UTF_8);
    String name = checksum(new CRC32(), subject) + checksum(new CRC32C(), subject);
    return directory.resolve(name + ending);
  }

  private static String checksum(Checksum how, byte[] subject) {
    how.update(subject);
    return HexFormat.of().toHexDigits((int) how.getValue());
  }

  /// The text of one of the server's files. Empty if the file is missing, too long or unreadable:
  /// the next run writes it again.
  private Optional<String> stored(String key, String ending, long mostBytes) {
    try {
      Optional<Path> file = directory.map(d -> file(d, key, ending)).filter(Files::isRegularFile);
      return file.isPresent() && Files.size(file.get()) <= mostBytes
          ? Optional.of(Files.readString(file.get()))
          : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /// Writes one of the server's files, or deletes it if there is no text.
  ///
  /// @return why it could not be written; empty if it was
  private Optional<String> store(String key, String ending, Optional<String> text) {
    if (directory.isEmpty()) {
      return Optional.empty(); // already reported once
    }
    Path file = file(directory.get(), key, ending);
    try {
      if (text.isPresent()) {
        write(directory.get(), file, text.get());
      } else {
        Files.deleteIfExists(file);
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /// Not by `createTempFile`: its random numbers would load a security provider of the JDK in every
  /// session.
  private static void write(Path directory, Path file, String text) throws IOException {
    Files.createDirectories(directory);
    Path fresh = directory.resolve(file.getFileName() + "." + ProcessHandle.current().pid());
    UserDirectories.make(fresh); // only its owner can read it
    try {
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh); // when a disk is full, for example
    }
  }

  /// The known description, or an empty one.
  public Known read() {
    return find().orElse(Known.NOTHING);
  }

  /// The known description; empty if the server has never run, or nothing was stored.
  public Optional<Known> find() {
    try {
      return Listing.tree(stored(key(), ALL, MAX_BYTES).orElse("")) instanceof JsonObject o
          ? Optional.of(known(o))
          : Optional.empty();
    } catch (JsonParseException damaged) {
      return Optional.empty();
    }
  }

  private Known known(JsonObject o) {
    Map<String, String> initialize = new LinkedHashMap<>();
    if (o.get("initialize") instanceof JsonObject versions) {
      for (Map.Entry<String, JsonElement> e : versions.entrySet()) {
        if (e.getValue().isJsonObject()) {
          initialize.put(e.getKey(), e.getValue().toString());
        }
      }
    }
    Catalog catalog = Catalog.empty();
    for (Kind kind : Kind.values()) {
      JsonObject page = new JsonObject();
      page.add(kind.listMember(), o.get(kind.name()));
      catalog = catalog.with(kind, Listing.of(kind, page).entries());
    }
    return new Known(
        initialize,
        o.get("discover") instanceof JsonObject said
            ? Optional.of(said.toString())
            : Optional.empty(),
        JsonTree.string(o, LEGACY).equals(Optional.of(stamp())),
        catalog);
  }

  /// Changes with the files that the command names: the next build may be modern.
  private String stamp() {
    long newest = 0;
    for (String word : target.words()) {
      try {
        Path file = target.command().directory().resolve(word);
        if (Files.isRegularFile(file)) {
          newest = Math.max(newest, Files.getLastModifiedTime(file).toMillis());
        }
      } catch (InvalidPathException | IOException noFile) {
        // such a word says nothing
      }
    }
    return Long.toString(newest);
  }

  /// Remembers what the server has just said, beside what it has said to other versions of the
  /// protocol.
  ///
  /// @param asked the version that the client asked for, or empty
  /// @param initialize the result of `initialize`, if there was one
  /// @param discover the result of `server/discover`, if there was one; there was one of the two
  /// @param legacy whether it has not answered that
  /// @return why it could not be written; empty if it was
  public Optional<String> update(
      String asked,
      Optional<String> initialize,
      Optional<String> discover,
      boolean legacy,
      Catalog catalog) {
    Known before = read();
    Map<String, String> all = new LinkedHashMap<>(before.initialize());
    initialize.ifPresent(result -> all.put(asked, result));
    Optional<String> failed =
        write(
            new Known(
                all,
                discover.or(before::discover),
                discover.isEmpty() && (legacy || before.legacy()),
                catalog));
    return failed.isPresent()
        ? failed
        : writeServerName(initialize.or(() -> discover).orElseThrow());
  }

  /// @return why it could not be written; empty if it was
  public Optional<String> write(Known known) {
    JsonObject o = new JsonObject();
    JsonObject initialize = new JsonObject();
    known.initialize().forEach((asked, result) -> initialize.add(asked, Listing.tree(result)));
    o.add("initialize", initialize);
    known.discover().ifPresent(v -> o.add("discover", Listing.tree(v)));
    if (known.legacy()) {
      o.addProperty(LEGACY, stamp());
    }
    for (Kind kind : Kind.values()) {
      JsonArray list = new JsonArray();
      known.catalog().entries(kind).forEach(e -> list.add(e.json()));
      o.add(kind.name(), list);
    }
    return store(key(), ALL, Optional.of(o.toString()));
  }

  /// The server's instructions for the agent; empty if there are none. They have a file of their
  /// own: the handshake of many servers waits for it, and no list has to be parsed.
  public String instructions() {
    return stored(key(), INSTRUCTIONS, MOST_WORDS).orElse("");
  }

  /// @return why they could not be written; empty if they were
  public Optional<String> writeInstructions(String said) {
    boolean kept = !said.isEmpty() && said.length() <= MOST_WORDS / 3; // of up to 3 bytes
    return instructions().equals(said)
        ? Optional.empty()
        : store(key(), INSTRUCTIONS, kept ? Optional.of(said) : Optional.empty());
  }

  /// The name that the server gave itself in its last handshake, made fit for a line of text. Empty
  /// if the server has not run yet or the name says nothing; and for a command-line program, which
  /// has no handshake. The name has a file of its own: each start reads it, and nothing has to be
  /// parsed.
  public Optional<String> serverName() {
    return target.kind().isDescribed() ? Optional.empty() : serverName(nameKey());
  }

  private Optional<String> serverName(String key) {
    return stored(key, NAME, MOST_NAME).flatMap(ServerName::ofHandshake);
  }

  /// Keeps the name that the server gave itself, for the next session. Writes only what has
  /// changed.
  ///
  /// @param handshake the result of `initialize` or `server/discover`
  /// @return why it could not be written, if it could not
  public Optional<String> writeServerName(String handshake) {
    if (target.kind().isDescribed()) {
      return Optional.empty();
    }
    String key = nameKey();
    Optional<String> name = said(handshake).flatMap(ServerName::ofHandshake);
    return name.isPresent() && name.equals(serverName(key))
        ? Optional.empty()
        : store(key, NAME, name);
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
    return info instanceof JsonObject o ? JsonTree.string(o, "name") : Optional.empty();
  }

  /// The user's cache directory for Pitstop, if there is one.
  ///
  /// @param environment with the variables that name directories
  public static Optional<Path> directory(Map<String, String> environment) {
    return UserDirectories.of(environment).cache();
  }
}
