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
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.project.ServerName;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.io.BufferedReader;
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

/// What a server said about itself the last time it ran, in a file of the user's cache directory.
/// The file is named after command, arguments and working directory; with many servers also after
/// the server's name, since two entries may differ in nothing else that may be stored (an
/// environment contains secrets). Its first line is the server's last handshake, which each start
/// reads; its second, what the server has said to versions of the protocol; its third, the lists. A
/// damaged file counts as none. Reads and writes files: do not call it in a turn.
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

    private Known with(Catalog lists) {
      return new Known(initialize, discover, legacy, lists);
    }
  }

  /// Part of what is hashed, so that files of another format are not found.
  private static final String FORMAT = "8 ";

  private static final String LEGACY = "legacy";

  /// That of an only server.
  public Description(Optional<Path> directory, Target target) {
    this(directory, target, Optional.empty());
  }

  /// The file. Its name has only checksums of its subject: arguments may be secrets. Two that are
  /// independent, because the digests of the JDK load a security provider in every session.
  private Path file() {
    String key =
        FORMAT
            + String.join("\0", target.words())
            + name.map(n -> "\n" + n).orElse("")
            + "\n"
            + target.command().directory().normalize();
    byte[] subject = key.getBytes(StandardCharsets.UTF_8);
    String file = checksum(new CRC32(), subject) + checksum(new CRC32C(), subject) + ".json";
    return directory.orElseThrow().resolve(file);
  }

  private static String checksum(Checksum how, byte[] subject) {
    how.update(subject);
    return HexFormat.of().toHexDigits((int) how.getValue());
  }

  /// The line of this number in the file. Empty if that is missing or unreadable: the next run
  /// writes it again.
  private String line(int number) {
    if (directory.isEmpty()) {
      return "";
    }
    try (BufferedReader in = Files.newBufferedReader(file())) { // each start reads the first only
      String line = in.readLine();
      for (int i = 0; i < number && line != null; i++) {
        line = in.readLine();
      }
      return line == null ? "" : line;
    } catch (IOException damaged) {
      return "";
    }
  }

  /// Writes the file. Not by `createTempFile`: its random numbers would load a security provider of
  /// the JDK in every session.
  ///
  /// @return why it could not be written; empty if it was
  private Optional<String> write(String handshake, String rest) {
    if (directory.isEmpty()) {
      return Optional.empty(); // already reported once
    }
    Path file = file();
    Path fresh = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
    try {
      Files.createDirectories(directory.get());
      UserDirectories.make(fresh); // only its owner can read it
      try {
        Files.writeString(fresh, handshake + "\n" + rest);
        Files.move(
            fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(fresh); // when a disk is full, for example
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /// The known description; empty if the server has never run, or nothing was stored.
  public Optional<Known> find() {
    return said().flatMap(known -> object(2).map(Description::lists).map(known::with));
  }

  /// The same without the lists, which may be long.
  private Optional<Known> said() {
    return object(1).map(this::known);
  }

  private Optional<JsonObject> object(int line) {
    try {
      return Listing.tree(line(line)) instanceof JsonObject o ? Optional.of(o) : Optional.empty();
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
    return new Known(
        initialize,
        o.get("discover") instanceof JsonObject said
            ? Optional.of(said.toString())
            : Optional.empty(),
        JsonTree.string(o, LEGACY).equals(Optional.of(stamp())),
        Catalog.empty());
  }

  private static Catalog lists(JsonObject o) {
    Catalog catalog = Catalog.empty();
    for (Kind kind : Kind.values()) {
      JsonObject page = new JsonObject();
      page.add(kind.listMember(), o.get(kind.name()));
      catalog = catalog.with(kind, Listing.of(kind, page).entries());
    }
    return catalog;
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
  /// @param discover the result of `server/discover`, if there was one; there was one of the two
  /// @return why it could not be written; empty if it was
  public Optional<String> update(
      String asked,
      Optional<String> initialize,
      Optional<String> discover,
      boolean legacy,
      Catalog catalog) {
    Known before = said().orElse(Known.NOTHING);
    Map<String, String> all = new LinkedHashMap<>(before.initialize());
    initialize.ifPresent(result -> all.put(asked, result));
    boolean old = discover.isEmpty() && (legacy || before.legacy());
    Known now = new Known(all, discover.or(before::discover), old, catalog);
    return write(oneLine(initialize.or(() -> discover).orElseThrow()), text(now));
  }

  /// Remembers what the server lists.
  ///
  /// @return why it could not be written; empty if it was
  public Optional<String> write(Known known) {
    return write(line(0), text(known));
  }

  private String text(Known known) {
    JsonObject o = new JsonObject();
    JsonObject initialize = new JsonObject();
    known.initialize().forEach((asked, result) -> initialize.add(asked, Listing.tree(result)));
    o.add("initialize", initialize);
    known.discover().ifPresent(v -> o.add("discover", Listing.tree(v)));
    if (known.legacy()) {
      o.addProperty(LEGACY, stamp());
    }
    JsonObject lists = new JsonObject();
    for (Kind kind : Kind.values()) {
      JsonArray list = new JsonArray();
      known.catalog().entries(kind).forEach(e -> list.add(e.json()));
      lists.add(kind.name(), list);
    }
    return o + "\n" + lists;
  }

  /// The server's last handshake: the result of its `initialize` or `server/discover`.
  public Optional<Message.Result> handshake() {
    return Codec.parse(Messages.result(RequestId.of(0), line(0))) instanceof Message.Result r
        ? Optional.of(r)
        : Optional.empty();
  }

  /// Remembers the server's handshake, if it is another.
  ///
  /// @return why it could not be written; empty if it was
  public Optional<String> writeHandshake(String result) {
    String now = oneLine(result);
    return now.equals(line(0)) ? Optional.empty() : write(now, line(1) + "\n" + line(2));
  }

  /// No string in JSON contains a line break.
  private static String oneLine(String json) {
    return json.replace('\n', ' ').replace('\r', ' ');
  }

  /// The name that the server gave itself in its last handshake, made fit for a line of text. Empty
  /// if the server has not run yet or the name says nothing; and for a command-line program, which
  /// has no handshake. In `initialize` the name is a member of the result, in `server/discover`
  /// (2026-07-28) of its `_meta`.
  public Optional<String> serverName() {
    if (target.kind().isDescribed()) {
      return Optional.empty();
    }
    return handshake()
        .flatMap(r -> {
          byte[] b = r.bytes();
          Span info = r.member("serverInfo");
          Span other = Json.member(b, r.member("_meta"), Meta.SERVER_INFO);
          Span name = Json.member(b, info.present() ? info : other, "name");
          return ServerName.ofHandshake(Json.string(b, name));
        });
  }

  /// The user's cache directory for Pitstop, if there is one.
  ///
  /// @param environment with the variables that name directories
  public static Optional<Path> directory(Map<String, String> environment) {
    return UserDirectories.of(environment).cache();
  }
}
