package dev.pitstop.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// How a server is reached. `toString` tells names only: arguments, addresses and headers are where
/// secrets are.
public sealed interface EntryTarget {

  /// A process that is spoken to over its pipes.
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
  /// @param url begins with `http://` or `https://`
  /// @param headers sent with each request, in the file's order
  /// @param start a shell command that starts it if nobody listens there
  /// @param restart a shell command that runs it anew
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

  /// A plain command-line program.
  ///
  /// @param argv program and first arguments, never empty
  /// @param schemaArgs the words that make it describe its tools
  /// @param callArgs the words added to each call
  /// @param maxOutput bytes of a call's output that are passed on, more than 0
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

  /// What is spoken over HTTP.
  enum Transport {
    /// The file does not say.
    ANY,
    /// Streamable HTTP: `http`, `streamable-http`.
    STREAMABLE,
    /// HTTP with SSE, of 2024-11-05: `sse`.
    SSE
  }
}
