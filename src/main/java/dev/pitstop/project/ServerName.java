package dev.pitstop.project;

import dev.pitstop.process.Command;
import dev.pitstop.process.Interpreters;
import dev.pitstop.text.Words;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The name of a server without `--name`. The first of these that says something:
///
/// 1. The server's own name in its last handshake (`serverInfo.name`), see [#ofHandshake]. Its
///    author chose it. Known from the second run in the same directory on.
/// 2. The first word of the command that is neither an interpreter nor an option: `weather` in
///    `node dist/weather.js`, `python -m weather` and `npx -y @org/weather@1.2`.
/// 3. The name of the directory of the file that this word names, or of the working directory.
///    `dist`, `src` and the like count as the directory above them.
///
/// A name is fit for a line of text, a log field and a shell: it has letters, digits, `.`, `_` and
/// `-`, at most 40 of them, and no scope (`@org/`). No file is read.
public final class ServerName {
  private static final int MOST = 40;

  /// What is not in a name, with a `-` before it, which it becomes.
  private static final Pattern UNFIT = Pattern.compile("-?[^\\p{L}\\p{Nd}\\p{Mn}\\p{Mc}._-]+");

  /// Words that come before the program's word: `run`, `A=1`, the `5` of `timeout 5`.
  private static final Pattern BEFORE =
      Pattern.compile(
          "(?s)run|exec|x|dlx|tool|task|run-script|test|watch|serve|\\d[\\d.xsmhd]*|[^=]+=([^=].*)?");

  /// Names of files, packages and tasks that any project may have.
  private static final Set<String> ENTRIES =
      Words.set("index main start run dev cli app mod serve __main__");

  /// Other words that any server's name can have, in lower case.
  private static final Set<String> ANYBODYS =
      Words.set(
          "mcp server mcpserver servers model context protocol modelcontextprotocol fastmcp fast my",
          "our the a an new example examples sample demo test simple basic minimal template starter",
          "boilerplate project application stdio sse http streamable default unknown untitled",
          "unnamed name type script typescript javascript python nodejs node ts mts js mjs cjs py",
          "go golang rust java kotlin csharp dotnet");

  /// Directories that any project may have.
  private static final Set<String> DIRECTORIES =
      Words.set("dist build out bin lib src target release debug cmd .venv");

  private ServerName() {}

  /// The name that a server gave itself, made fit.
  ///
  /// @param given the `serverInfo.name` of its handshake
  /// @return empty if it says nothing: `mcp-server`, `example`
  public static Optional<String> ofHandshake(String given) {
    String name = telling(given);
    return name.isEmpty() ? Optional.empty() : Optional.of(name); // no lambda: each start asks
  }

  /// The name from the command, or from a directory; `server` if nothing says more.
  public static String of(Command command) {
    Path directory = command.directory().normalize();
    String runner = ""; // the last interpreter or runner
    for (int i = 0; i < command.argv().size(); i++) {
      String word = command.argv().get(i);
      String name = Interpreters.baseName(withoutVersion(word));
      if (Interpreters.isBuildTool(name) || Interpreters.isCode(runner, word)) {
        break;
      } else if (Interpreters.has(name)) {
        runner = name;
      } else if (Interpreters.takesValue(runner, word)) {
        i++;
      } else if (!word.startsWith("-")
          && !word.isEmpty()
          && !ENTRIES.contains(word)
          && !BEFORE.matcher(word).matches()) {
        return ofWord(word, directory);
      }
    }
    return ofDirectory(directory);
  }

  /// The name of a file, module, package or task without ending and version.
  private static String ofWord(String word, Path directory) {
    String path = withoutVersion(word.replace('\\', '/'));
    String last = path.substring(path.lastIndexOf('/') + 1);
    int dot = last.lastIndexOf('.');
    String stem = dot > 0 ? last.substring(0, dot) : last;
    String name = telling(stem.replace(':', '/')); // `npm:weather`, `weather:stdio`
    if (!name.isEmpty() && !DIRECTORIES.contains(name)) {
      return name;
    }
    try {
      Path file = directory.resolve(path).normalize();
      boolean itself = last.isEmpty() || last.equals(".") || last.equals("..");
      return ofDirectory(itself ? file : file.resolveSibling(""));
    } catch (InvalidPathException noPath) {
      return ofDirectory(directory);
    }
  }

  /// The name of the project that this directory belongs to.
  private static String ofDirectory(Path inside) {
    return Directories.upFrom(inside).stream()
        .flatMap(at -> Optional.ofNullable(at.getFileName()).stream())
        .map(Path::toString)
        .filter(own -> !DIRECTORIES.contains(own))
        .map(ServerName::fit) // `org` for `@org`
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("server");
  }

  /// `pkg` for `pkg@1.2` and `pkg[extra]==1.2`; a word without a version stays as it is.
  private static String withoutVersion(String word) {
    return word.replaceFirst("(?<=[^/])[@=<>~!\\[#][^/]*$", "");
  }

  /// The last part between slashes that says something, with only the characters that fit:
  /// `weather` for `@org/weather`, `org` for `@org/mcp-server`, `My-Server-2` for `My "Server" 2`.
  /// Empty if no part says anything.
  private static String telling(String given) {
    String name = "";
    for (String part : given.split("/")) {
      String fit = fit(part);
      name = tells(fit) ? fit : name;
    }
    return name;
  }

  /// The text with only the characters that fit. Empty if none do.
  private static String fit(String text) {
    String name = UNFIT.matcher(text).replaceAll("-").replaceFirst("^[.-]+", "");
    int most = Math.min(MOST, name.codePointCount(0, name.length()));
    return name.substring(0, name.offsetByCodePoints(0, most)).replaceFirst("[.-]+$", "");
  }

  /// Whether the name tells a server from others. `weather-server` does. `my-mcp-server`,
  /// `McpServer`, `server.py` and `1.0` do not. Neither does `FastMCP-1a2b`, which FastMCP makes up
  /// anew in each run.
  private static boolean tells(String name) {
    for (String word : name.toLowerCase(Locale.ROOT).split("[-_.]+")) {
      if (!word.matches("v?\\d*") && !ENTRIES.contains(word) && !ANYBODYS.contains(word)) {
        return !name.matches("FastMCP-.{4}");
      }
    }
    return false;
  }
}
