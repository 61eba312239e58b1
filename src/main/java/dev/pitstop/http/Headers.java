package dev.pitstop.http;

import dev.pitstop.text.Variables;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The user's own headers: `--header "Name: value"`, `--bearer-env VAR`, `headers` of the
/// configuration file. Their values are never shown in a text.
public final class Headers {
  /// Headers of the connection, not of the message (RFC 9110 section 7.6.1 and others).
  private static final Set<String> CONNECTION =
      Words.set(
          "connection content-length expect host http2-settings keep-alive proxy-connection te",
          "trailer transfer-encoding upgrade");

  /// Headers that differ from message to message. `Mcp-Param-…` belongs to them.
  private static final Set<String> MESSAGE =
      Words.set(
          "accept accept-encoding content-encoding content-type last-event-id mcp-method mcp-name",
          "mcp-protocol-version mcp-session-id");

  private static final String PARAMETER = "mcp-param-";

  private Headers() {}

  /// Headers of the command line.
  ///
  /// @param lines `Name: value`, in which `${VAR}` and `${VAR:-default}` stand for variables
  /// @param bearerVariable the environment variable whose value is sent as a bearer token
  /// @param environment returns the value of a variable; empty if it is not set
  public static List<Header> ofLines(
      List<String> lines,
      Optional<String> bearerVariable,
      Function<String, Optional<String>> environment)
      throws BadSetting {
    List<Header> headers = new ArrayList<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (colon < 0) {
        throw new BadSetting("a header must be `Name: value`; one of them has no colon");
      }
      String name = line.substring(0, colon).strip();
      checkName(name);
      Variables.Expanded value = Variables.expand(line.substring(colon + 1), environment);
      if (!value.missing().isEmpty()) {
        String missing = value.missing().getFirst();
        throw new BadSetting(
            "header `%s`: the variable `%s` is not set (`${%s:-}` is empty then)"
                .formatted(name, missing, missing));
      }
      add(headers, name, value.text());
    }
    if (bearerVariable.isPresent()) {
      addBearer(headers, bearerVariable.get(), environment);
    }
    return List.copyOf(headers);
  }

  private static void addBearer(
      List<Header> headers, String variable, Function<String, Optional<String>> environment)
      throws BadSetting {
    String token = environment.apply(variable).orElse("").strip();
    if (token.isEmpty()) {
      throw new BadSetting("the variable `" + variable + "` for the bearer token is not set");
    }
    if (has(headers, "Authorization")) {
      throw new BadSetting("there is an `Authorization` header and a bearer token: use only one");
    }
    add(headers, "Authorization", "Bearer " + token);
  }

  /// Headers of the configuration file, with variables already replaced.
  public static List<Header> ofMap(Map<String, String> configured) throws BadSetting {
    List<Header> headers = new ArrayList<>();
    for (Map.Entry<String, String> e : configured.entrySet()) {
      checkName(e.getKey());
      add(headers, e.getKey(), e.getValue());
    }
    return List.copyOf(headers);
  }

  /// Checks a name. An invalid name may be a value in the wrong place, so no text shows it.
  private static void checkName(String name) throws BadSetting {
    if (!Header.isToken(name)) {
      throw new BadSetting("a header name can contain only letters, digits and `-`");
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (CONNECTION.contains(lower)) {
      throw new BadSetting("header `" + name + "` cannot be set: the connection sets it");
    }
    if (MESSAGE.contains(lower) || lower.startsWith(PARAMETER)) {
      throw new BadSetting("header `" + name + "` cannot be set: MCP defines it for each message");
    }
  }

  private static void add(List<Header> headers, String name, String value) throws BadSetting {
    String stripped = value.strip();
    if (stripped.indexOf('\r') >= 0 || stripped.indexOf('\n') >= 0) {
      throw new BadSetting("header `" + name + "`: its value contains a line break");
    }
    if (!stripped.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'))) {
      throw new BadSetting(
          "header `" + name + "`: its value must contain only printable ASCII characters");
    }
    if (has(headers, name)) {
      throw new BadSetting("header `" + name + "` is given twice");
    }
    headers.add(new Header(name, stripped));
  }

  static boolean has(List<Header> headers, String name) {
    return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
  }
}
