package dev.pitstop.cli.run;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.channel.Target;
import dev.pitstop.cli.options.Logging;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.session.members.Wish;
import dev.pitstop.session.solo.OptionsOrigin;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes what other options of a session would have made, and saves such options.
record Origin(Logging logging, Target target, OsSpawner spawner, long buildMillis, Saver saver)
    implements OptionsOrigin {
  @Override
  public Optional<Builder> builder(Optional<String> build) {
    return logging.builder("", build, target, spawner, buildMillis);
  }

  @Override
  public String save(Wish wish) throws IOException {
    Map<String, List<String>> set = new LinkedHashMap<>();
    wish.build().ifPresent(b -> set.put("build", b.isBlank() ? List.of() : List.of(b)));
    wish.watch().ifPresent(w -> set.put("watch", w));
    return saver.save(set);
  }
}
