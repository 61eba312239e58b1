package dev.pitstop.install;

import java.util.List;
import java.util.Optional;

/// What an entry of a client's file is to Pitstop.
public sealed interface Server {
  /// A program that the client starts.
  ///
  /// @param words program and arguments
  /// @param cwd its working directory, if the entry names one
  record Program(List<String> words, Optional<String> cwd, Stdio at) implements Server {
    public Program {
      words = List.copyOf(words);
    }

    @Override
    public String toString() {
      return "Program[" + words.size() + " words]";
    }
  }

  /// A daemon behind a URL.
  ///
  /// @param options what Pitstop is told of its headers
  /// @param variables that Pitstop needs from the client's environment, where it gives none by
  ///   itself
  record Daemon(
      String url, List<String> options, List<String> variables, List<String> keys, Value.Field at)
      implements Server {
    public Daemon {
      options = List.copyOf(options);
      variables = List.copyOf(variables);
      keys = List.copyOf(keys);
    }

    @Override
    public String toString() {
      return "Daemon[" + url + "]";
    }
  }

  /// It runs through Pitstop.
  ///
  /// @param launcher the words that start Pitstop
  /// @param options Pitstop's words up to the command
  /// @param command what is behind it
  /// @param line the words as Pitstop reads them
  record Wrapped(
      List<String> launcher,
      List<String> options,
      List<String> command,
      CommandLines.Line line,
      Stdio at)
      implements Server {
    public Wrapped {
      launcher = List.copyOf(launcher);
      options = List.copyOf(options);
      command = List.copyOf(command);
    }

    @Override
    public String toString() {
      return "Wrapped[" + command.size() + " words]";
    }
  }

  /// It is left alone.
  ///
  /// @param reason a clause without a full stop
  record Other(String reason) implements Server {}

  /// Where an entry's command and arguments stand.
  sealed interface Stdio {
    Value.Field command();

    /// The words behind the program.
    List<Value> items();

    /// The program in one key, its arguments in another.
    record Apart(Value.Field command, Optional<Value.Field> args) implements Stdio {
      @Override
      public List<Value> items() {
        return args.map(Value.Field::value).map(Stdio::items).orElse(List.of());
      }
    }

    /// Program and arguments in one array, as OpenCode has them.
    record Together(Value.Field command) implements Stdio {
      @Override
      public List<Value> items() {
        List<Value> words = words();
        return words.subList(Math.min(1, words.size()), words.size());
      }

      /// The program first.
      List<Value> words() {
        return Stdio.items(command.value());
      }
    }

    private static List<Value> items(Value value) {
      return value instanceof Value.Items i ? i.items() : List.of();
    }
  }
}
