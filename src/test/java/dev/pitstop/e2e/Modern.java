package dev.pitstop.e2e;

import com.google.gson.JsonObject;

/// The modern era's request metadata (specification 2026-07-28, basic, `_meta`).
final class Modern {
  static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
  private static final String PREFIX = "io.modelcontextprotocol/";

  private Modern() {}

  /// The parameters with the metadata that every request must carry.
  static String params(String lenient) {
    return params(lenient, "2026-07-28");
  }

  static String params(String lenient, String version) {
    JsonObject params = Json.object(lenient);
    JsonObject meta = params.has("_meta") ? params.getAsJsonObject("_meta") : new JsonObject();
    meta.addProperty(PREFIX + "protocolVersion", version);
    meta.add(PREFIX + "clientInfo", Json.object("{'name':'raw-client','version':'1.0.0'}"));
    meta.add(PREFIX + "clientCapabilities", Json.object("{'elicitation':{}}"));
    params.add("_meta", meta);
    return Json.text(params);
  }

  static String call(String tool, String arguments) {
    return params(RawClient.callParams(tool, arguments));
  }
}
