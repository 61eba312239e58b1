package dev.pitstop.session.front;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Methods;

/// The notification that a list changed.
public final class ListChanged {
  private ListChanged() {}

  /// Its method for lists of this kind.
  public static String method(Kind kind) {
    return switch (kind) {
      case TOOLS -> Methods.TOOLS_CHANGED;
      case PROMPTS -> Methods.PROMPTS_CHANGED;
      case RESOURCES, TEMPLATES -> Methods.RESOURCES_CHANGED;
    };
  }

  /// The lists that such a notification is about.
  public static Kind kind(String method) {
    return switch (method) {
      case Methods.TOOLS_CHANGED -> Kind.TOOLS;
      case Methods.PROMPTS_CHANGED -> Kind.PROMPTS;
      default -> Kind.RESOURCES;
    };
  }
}
