package dev.pitstop.http;
import java.net.URI;
public sealed interface Redirect { record Follow(URI to) implements Redirect {} record Refused(String why) implements Redirect {}
  static Redirect of(URI from, int status, String location) { return status == 307 || status == 308 ? new Follow(from.resolve(location)) : new Refused("redirect"); } }
