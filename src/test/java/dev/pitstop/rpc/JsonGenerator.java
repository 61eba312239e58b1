package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/// Random JSON text for fuzz tests: messages, mutations of them, and token soup. The same random
/// source gives the same text.
final class JsonGenerator {
  private static final List<String> NAMES =
      List.of("id", "jsonrpc", "method", "params", "result", "error", "name", "_meta", "x", "");
  private static final List<String> NUMBERS =
      List.of("0", "-0", "1", "-12", "1.0", "1e3", "1E-2", "2.50e+7", "9007199254740993");
  private static final List<String> TOKENS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\"a\"",
          "1",
          "-",
          "0",
          ".5",
          "e",
          "true",
          "false",
          "null",
          " ",
          "\t",
          "\n",
          "\\",
          "\\u00",
          "\"\\u0041\"",
          "\u0000",
          "\u00e9",
          "'",
          "/",
          "//",
          "tru",
          "NaN",
          "\"id\":",
          "\"method\":",
          "{\"jsonrpc\":\"2.0\"",
          "\f",
          "\u007f",
          "+1");

  private final Random random;

  JsonGenerator(Random random) {
    this.random = random;
  }

  /// Three seeds that stay and one that is new, printed so that a failure can be repeated.
  static LongStream seeds() {
    long fresh = System.nanoTime();
    System.out.println("fuzz tests: this run's new seed is " + fresh);
    return LongStream.of(1, 2, 3, fresh);
  }

  /// An object that is, or nearly is, a JSON-RPC message; or rarely any other document.
  byte[] message() {
    if (random.nextInt(20) == 0) {
      return value(4).getBytes(UTF_8);
    }
    StringBuilder text = new StringBuilder(space()).append('{');
    String comma = "";
    for (String member : members()) {
      text.append(comma).append(space()).append(member).append(space());
      comma = ",";
    }
    return text.append('}').append(space()).toString().getBytes(UTF_8);
  }

  private List<String> members() {
    List<String> members = new ArrayList<>();
    add(members, "jsonrpc", random.nextInt(15) == 0 ? value(1) : "\"2.0\"");
    if (random.nextInt(4) != 0) {
      add(members, "id", id());
    }
    if (random.nextInt(3) != 0) {
      add(members, "method", random.nextInt(15) == 0 ? value(1) : string());
      if (random.nextBoolean()) {
        add(members, "params", random.nextInt(8) == 0 ? value(3) : object(3));
      }
    } else {
      boolean error = random.nextBoolean();
      add(members, error ? "error" : "result", random.nextInt(8) == 0 ? value(3) : object(3));
    }
    for (int i = random.nextInt(8) - 5; i > 0; i--) {
      add(members, NAMES.get(random.nextInt(NAMES.size())), value(2));
    }
    if (random.nextBoolean()) {
      Collections.shuffle(members, random);
    }
    return members;
  }

  private void add(List<String> members, String name, String value) {
    members.add(name(name) + space() + ":" + space() + value);
  }

  private String id() {
    return switch (random.nextInt(12)) {
      case 0 -> "null";
      case 1 -> value(1);
      case 2, 3, 4, 5 -> string();
      case 6 -> NUMBERS.get(random.nextInt(NUMBERS.size()));
      default -> Integer.toString(random.nextInt());
    };
  }

  /// A name, now and then with one character escaped.
  private String name(String plain) {
    if (plain.isEmpty() || random.nextInt(8) != 0) {
      return "\"" + plain + "\"";
    }
    int i = random.nextInt(plain.length());
    String escape = "\\u00" + Integer.toHexString(plain.charAt(i));
    return "\"" + plain.substring(0, i) + escape + plain.substring(i + 1) + "\"";
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0 -> "true";
      case 1 -> "false";
      case 2 -> "null";
      case 3 -> NUMBERS.get(random.nextInt(NUMBERS.size()));
      case 4, 5 -> string();
      case 6 -> array(depth);
      case 7 -> object(depth);
      default -> "[".repeat(70) + value(depth - 1) + "]".repeat(70);
    };
  }

  private String array(int depth) {
    StringBuilder text = new StringBuilder("[").append(space());
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(value(depth - 1)).append(space()).append(i > 1 ? "," : "").append(space());
    }
    return text.append(']').toString();
  }

  String object(int depth) {
    StringBuilder text = new StringBuilder("{").append(space());
    for (int i = random.nextInt(5); i > 0; i--) {
      text.append(name(NAMES.get(random.nextInt(NAMES.size()))))
          .append(space())
          .append(':')
          .append(space())
          .append(value(depth - 1))
          .append(space())
          .append(i > 1 ? "," : "")
          .append(space());
    }
    return text.append('}').toString();
  }

  /// A string of any length around the scanner's steps, with anything in it.
  String string() {
    StringBuilder text = new StringBuilder("\"");
    for (int i = random.nextInt(random.nextInt(6) == 0 ? 120 : 12); i > 0; i--) {
      switch (random.nextInt(30)) {
        case 0 -> text.append("\\n");
        case 1 -> text.append("\\\"");
        case 2 -> text.append("\\u").append(Integer.toHexString(0x1000 + random.nextInt(0xF000)));
        case 3 -> text.append("\\\\");
        case 4 -> text.append("\\/");
        case 5 -> text.append('\u2028');
        case 6 -> text.append('é');
        case 7 -> text.append("😀");
        case 8 -> text.append('\u007f');
        case 9 -> text.append("{[,:]}");
        default -> text.append((char) ('a' + random.nextInt(26)));
      }
    }
    return text.append('"').toString();
  }

  private String space() {
    return random.nextInt(6) == 0
        ? List.of(" ", "\t", "\r", "\n", "  ").get(random.nextInt(5))
        : "";
  }

  /// The same text with one thing done to it.
  byte[] mutate(byte[] b) {
    int at = random.nextInt(b.length + 1);
    int to = Math.min(b.length, at + 1 + random.nextInt(random.nextBoolean() ? 1 : 8));
    String head = new String(b, 0, at, ISO_8859_1);
    String tail = new String(b, to, b.length - to, ISO_8859_1);
    String middle = new String(b, at, to - at, ISO_8859_1);
    String text =
        switch (random.nextInt(6)) {
          case 0 -> head + tail;
          case 1 -> head + middle + middle + tail;
          case 2 -> head + (char) random.nextInt(256) + tail;
          case 3 -> head + TOKENS.get(random.nextInt(TOKENS.size())) + middle + tail;
          case 4 -> head + TOKENS.get(random.nextInt(TOKENS.size())) + tail;
          default -> head;
        };
    return text.getBytes(ISO_8859_1);
  }

  /// Tokens in no order.
  byte[] soup() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      text.append(TOKENS.get(random.nextInt(TOKENS.size())));
    }
    return text.toString().getBytes(ISO_8859_1);
  }
}
