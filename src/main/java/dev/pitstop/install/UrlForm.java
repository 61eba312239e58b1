package dev.pitstop.install;

/// How a client writes the entry of a URL, for one that is to be written without having seen it.
///
/// @param key of the address
/// @param type what a key `type` says, where there is one
public record UrlForm(String key, String type) {
  /// What most clients read.
  public static final UrlForm USUAL = new UrlForm("url", "http");

  /// OpenCode's, which has the words of a command in one array.
  static final UrlForm TOGETHER = new UrlForm("url", "remote");

  /// What it calls such a command.
  static final String TOGETHER_STDIO = "local";
}
