package dev.pitstop.ui;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/// A file of the page: a resource beside this class. There are no others, whatever a path says.
///
/// @param path in the URL
/// @param file the name of the resource
/// @param type for `Content-Type`
record Asset(String path, String file, String type) {
  private static final String SCRIPT = "text/javascript; charset=utf-8";

  private static final List<Asset> ALL =
      List.of(
          new Asset("/", "page.html", "text/html; charset=utf-8"),
          new Asset("/page.css", "page.css", "text/css; charset=utf-8"),
          new Asset("/page.js", "page.js", SCRIPT),
          new Asset("/model.js", "model.js", SCRIPT),
          new Asset("/filter.js", "filter.js", SCRIPT),
          new Asset("/timeline.js", "timeline.js", SCRIPT),
          new Asset("/table.js", "table.js", SCRIPT),
          new Asset("/detail.js", "detail.js", SCRIPT),
          new Asset("/side.js", "side.js", SCRIPT));

  static Optional<Asset> at(String path) {
    return ALL.stream().filter(asset -> asset.path().equals(path)).findFirst();
  }

  byte[] bytes() throws IOException {
    try (InputStream in = Asset.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IOException(file + " is missing in this build");
      }
      return in.readAllBytes();
    }
  }
}
