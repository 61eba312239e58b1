package dev.pitstop.install;

/// How a client writes the entry of a URL, used when the original entry is lost.
///
/// @param key the key of the URL
/// @param type the value of the key `type`, if the entry has one
public record UrlForm(String key, String type) {
  /// The form of most clients.
  public static final UrlForm USUAL = new UrlForm("url", "http");

  /// OpenCode's form, which has the words of a command in one array.
  static final UrlForm TOGETHER = new UrlForm("url", "remote");

  /// OpenCode's `type` of such a command.
  static final String TOGETHER_STDIO = "local";
}
