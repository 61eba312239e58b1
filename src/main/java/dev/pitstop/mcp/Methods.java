package dev.pitstop.mcp;

/// The protocol's method names, in both eras.
public final class Methods {
  public static final String INITIALIZE = "initialize";
  public static final String INITIALIZED = "notifications/initialized";
  public static final String PING = "ping";
  public static final String DISCOVER = "server/discover";
  public static final String LISTEN = "subscriptions/listen";
  public static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
  public static final String TOOLS_LIST = "tools/list";
  public static final String TOOLS_CALL = "tools/call";
  public static final String PROMPTS_LIST = "prompts/list";
  public static final String PROMPTS_GET = "prompts/get";
  public static final String RESOURCES_LIST = "resources/list";
  public static final String TEMPLATES_LIST = "resources/templates/list";
  public static final String RESOURCES_READ = "resources/read";
  public static final String SUBSCRIBE = "resources/subscribe";
  public static final String UNSUBSCRIBE = "resources/unsubscribe";
  public static final String SET_LEVEL = "logging/setLevel";
  public static final String COMPLETE = "completion/complete";
  public static final String SAMPLE = "sampling/createMessage";
  public static final String ROOTS = "roots/list";
  public static final String ELICIT = "elicitation/create";
  public static final String MESSAGE = "notifications/message";
  public static final String CANCELLED = "notifications/cancelled";
  public static final String PROGRESS = "notifications/progress";
  public static final String TOOLS_CHANGED = "notifications/tools/list_changed";
  public static final String PROMPTS_CHANGED = "notifications/prompts/list_changed";
  public static final String ROOTS_CHANGED = "notifications/roots/list_changed";
  public static final String UPDATED = "notifications/resources/updated";
  public static final String TASKS_GET = "tasks/get";
  public static final String TASKS_CANCEL = "tasks/cancel";
  public static final String TASKS_UPDATE = "tasks/update"; // an extension of 2026-07-28
  public static final String RESOURCES_CHANGED = "notifications/resources/list_changed";

  private Methods() {}

  /// Whether a server may ask the client something before it answers a request of this method
  /// (2026-07-28, "Multi Round-Trip Requests", "Supported Requests").
  public static boolean mayAsk(String method) {
    return method.equals(TOOLS_CALL) || method.equals(PROMPTS_GET) || method.equals(RESOURCES_READ);
  }

  /// Whether a request of this method only reads, so that it can be repeated after a crash. For
  /// `tools/call` the tool's annotations decide instead.
  public static boolean reads(String method) {
    return method.endsWith("/list")
        || method.endsWith("/read")
        || method.endsWith("/get")
        || method.equals(COMPLETE)
        || method.equals(DISCOVER)
        || method.equals(SET_LEVEL) // setting a level once more changes nothing
        || method.equals(SUBSCRIBE)
        || method.equals(UNSUBSCRIBE);
  }
}
