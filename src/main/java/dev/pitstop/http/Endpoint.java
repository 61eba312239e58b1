package dev.pitstop.http;
import java.net.URI; import java.util.*; import java.util.function.Function;
public record Endpoint(URI uri, List<Header> headers) {
  public String display() { return uri.toString(); }
  public static Endpoint of(String url, List<String> headers, Optional<String> bearer, Function<String, Optional<String>> env) {
    List<Header> all = new ArrayList<>();
    for (String h : headers) { int c = h.indexOf(':'); all.add(new Header(h.substring(0, c).strip(), h.substring(c + 1).strip())); }
    return new Endpoint(URI.create(url), all);
  }
}
