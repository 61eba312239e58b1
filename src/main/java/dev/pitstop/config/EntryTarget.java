package dev.pitstop.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// How Pitstop reaches a server. `toString` shows only names, because arguments, addresses and
/// headers may contain secrets.
public sealed interface EntryTarget {

  /// A process that Pitstop talks to over stdio.
  ///
  /// @param command the program, never empty
  record Stdio(String command, List<String> args) implements EntryTarget {
    public Stdio {
      args = List.copyOf(args);
    }

    @Override
    public String toString() {
      return "Stdio[" + args.size() + " args]";
    }
  }

  /// An HTTP endpoint.
  ///
  /// @param url starts with `http://` or `https://`
  /// @param headers sent with each request, in the file's order
  /// @param start a shell command that starts the server if nothing listens there
  /// @param restart a shell command that restarts it
  record Http(
      String url,
      Map<String, String> headers,
      Transport transport,
      Optional<String> start,
      Optional<String> restart)
      implements EntryTarget {
    public Http {
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    @Override
    public String toString() {
      return "Http[" + transport + ", headers " + headers.keySet() + "]";
    }
  }

  /// A command-line program.
  ///
  /// @param argv program and first arguments, never empty
  /// @param schemaArgs arguments that make it describe its tools
  /// @param callArgs arguments added to each call
  /// @param maxOutput how many bytes of a call's output to pass on, more than 0
  /// @param parallel how many calls run at once, more than 0
  record Cli(
      List<String> argv,
      Optional<List<String>> schemaArgs,
      Optional<List<String>> callArgs,
      OptionalInt maxOutput,
      OptionalInt parallel)
      implements EntryTarget {
    public Cli {
      argv = List.copyOf(argv);
      schemaArgs = schemaArgs.map(List::copyOf);
      callArgs = callArgs.map(List::copyOf);
    }

    @Override
    public String toString() {
      return "Cli[" + (argv.size() - 1) + " args]";
    }
  }

  /// The transport over HTTP.
  enum Transport {
    /// The file does not say.
    ANY,
    /// Streamable HTTP: `http`, `streamable-http`.
    STREAMABLE,
    /// HTTP with SSE, of 2024-11-05: `sse`.
    SSE
  }
}
