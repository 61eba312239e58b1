package dev.pitstop.project;

import dev.pitstop.process.DescriptorLimit;
import java.io.FileInputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;

/// A little program for [FileHashesTest]: hashes a file while only so many descriptors are free,
/// and tells how each attempt went.
public final class HashesWithoutRoom {
  private HashesWithoutRoom() {}

  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]);
    FileHashes.Hash before = new FileHashes().of(file.resolveSibling("missing")); // loads classes
    ArrayDeque<FileInputStream> all = DescriptorLimit.takeAll();
    StringBuilder report = new StringBuilder(before.toString()).append('\n');
    while (!all.isEmpty()) {
      report.append(new FileHashes().of(file)).append('\n');
      all.remove().close();
    }
    System.out.print(report);
  }
}
