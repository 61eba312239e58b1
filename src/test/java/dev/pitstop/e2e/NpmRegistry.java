package dev.pitstop.e2e;

import com.google.gson.JsonObject;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A registry on this machine that offers packages as if they had been published: so npm installs
/// them by their names, with all that it decides by itself.
final class NpmRegistry implements AutoCloseable {
  private record Published(byte[] archive, JsonObject description) {}

  private final HttpServer server;
  private final Map<String, Published> packages = new ConcurrentHashMap<>();

  private NpmRegistry(HttpServer server) {
    this.server = server;
  }

  static NpmRegistry start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    NpmRegistry registry = new NpmRegistry(server);
    server.createContext("/", registry::answer);
    server.start();
    return registry;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  /// @param description the package's `package.json`
  void publish(Path archive, JsonObject description) throws IOException {
    packages.put(
        description.get("name").getAsString(),
        new Published(Files.readAllBytes(archive), description));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring(1);
    boolean archive = path.endsWith(".tgz");
    String name = archive ? path.substring(0, path.indexOf('/')) : path;
    Optional<Published> found = Optional.ofNullable(packages.get(name));
    byte[] body =
        found
            .map(p ->
                archive
                    ? p.archive()
                    : Json.text(listing(name, p)).getBytes(StandardCharsets.UTF_8))
            .orElse("{}".getBytes(StandardCharsets.UTF_8));
    exchange
        .getResponseHeaders()
        .add("Content-Type", archive ? "application/octet-stream" : "application/json");
    exchange.sendResponseHeaders(found.isPresent() ? 200 : 404, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private JsonObject listing(String name, Published published) {
    String version = published.description().get("version").getAsString();
    JsonObject entry = published.description().deepCopy();
    JsonObject dist = new JsonObject();
    dist.addProperty("tarball", url() + name + "/" + name + "-" + version + ".tgz");
    dist.addProperty("integrity", "sha512-" + sha512(published.archive()));
    entry.add("dist", dist);
    JsonObject versions = new JsonObject();
    versions.add(version, entry);
    JsonObject listing = new JsonObject();
    listing.addProperty("name", name);
    listing.add("versions", versions);
    listing.add("dist-tags", Json.object("{'latest':'" + version + "'}"));
    return listing;
  }

  private static String sha512(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-512").digest(bytes));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
