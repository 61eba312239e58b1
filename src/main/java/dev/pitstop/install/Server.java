package dev.pitstop.install;

import dev.pitstop.text.Words;
import dev.pitstop.textedit.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An entry of a client's file, as Pitstop sees it.
public sealed interface Server {
  /// Whether it is a server without Pitstop in front.
  default boolean isBare() {
    return this instanceof Program || this instanceof Daemon;
  }

  /// A program that the client starts.
  ///
  /// @param words program and arguments
  /// @param cwd its working directory, if the entry names one
  record Program(List<String> words, Optional<String> cwd, Stdio at) implements Server {
    @Override
    public String toString() {
      return "Program[" + words.size() + " words]";
    }
  }

  /// A daemon behind a URL.
  ///
  /// @param entry its fields
  /// @param at the field of the URL
  record Daemon(String url, Node.Obj entry, Node.Member at) implements Server {
    @Override
    public String toString() {
      return "Daemon[" + url + "]";
    }
  }

  /// A server that runs through Pitstop.
  ///
  /// @param launcher the words that start Pitstop
  /// @param options Pitstop's words before the command, `--` included
  /// @param values of the options, by their names without dashes
  /// @param command the wrapped command or URL
  record Wrapped(
      List<String> launcher,
      List<String> options,
      Map<String, List<String>> values,
      List<String> command,
      Stdio at)
      implements Server {
    /// Whether it wraps a URL.
    public boolean isUrl() {
      return command.size() == 1 && Words.isUrl(command.getFirst());
    }

    @Override
    public String toString() {
      return "Wrapped[" + command.size() + " words]";
    }
  }

  /// An entry that Pitstop does not change.
  ///
  /// @param reason a clause without a full stop
  record Other(String reason) implements Server {}

  /// The places of an entry's command and arguments.
  record Stdio(Node.Member command, Optional<Node.Member> args) {
    /// Whether the program and its arguments are in one array, as in OpenCode's file.
    boolean together() {
      return command.value() instanceof Node.Arr;
    }

    /// The array with the arguments.
    Optional<Node.Arr> array() {
      return (together() ? command : args.orElse(command)).value() instanceof Node.Arr array
          ? Optional.of(array)
          : Optional.empty();
    }

    /// All that is in the array: the words after the program, or with it.
    List<Node> items() {
      return array().map(Node.Arr::items).orElse(List.of());
    }
  }
}
