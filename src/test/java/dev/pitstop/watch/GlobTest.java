package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("watch globs")
@EnabledOnOs({OS.LINUX, OS.MAC})
class GlobTest {
  private static final Path ROOT = Path.of("/home/dev/[my] app");

  @ParameterizedTest(name = "{0} matches {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          server.js          | server.js           | true
          ./server.js        | server.js           | true
          server.js          | sub/server.js       | false
          *.py               | a.py                | true
          *.py               | sub/a.py            | false
          **/*.py            | a.py                | true
          **/*.py            | a/b/c.py            | true
          src/**/*.ts        | src/a.ts            | true
          src/**/*.ts        | src/x/y/a.ts        | true
          src/**/*.ts        | lib/src/a.ts        | false
          src                | src/x/y             | true
          src/               | src/x/y             | true
          src/**             | src/x/y             | true
          src/**             | src                 | false
          .                  | any/thing           | true
          src/*              | src/a               | true
          src/*              | src/a/b             | false
          src/*/             | src/a/b             | true
          src/**/gen/*.c     | src/gen/a.c         | true
          src/*.{ts,tsx}     | src/a.tsx           | true
          src/*.{ts,tsx}     | src/a.ts            | true
          src/*.{ts,tsx}     | src/a.js            | false
          {a,b{c,d}}/*.x     | bd/q.x              | true
          {a,b{c,d}}/*.x     | b/q.x               | false
          {a}                | a                   | true
          \\{a,b}            | {a,b}               | true
          ../lib/**          | ../lib/z            | true
          ../lib/**          | ../other/z          | false
          /etc/app/*.conf    | /etc/app/x.conf     | true
          /etc/app           | /etc/app/d/x.conf   | true
          a//b/*.c           | a/b/x.c             | true
          x/**/**/y          | x/y                 | true
          """)
  void matches(String glob, String path, boolean expected) {
    String file = Glob.text(ROOT.resolve(path).normalize());
    boolean any = Glob.parse(ROOT, List.of(glob)).stream().anyMatch(one -> one.matches(file));
    assertThat(any).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} is looked for in {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          src/**/*.ts     | /home/dev/[my] app
          **/*.ts         | /home/dev/[my] app
          server.js       | /home/dev/[my] app
          .               | /home/dev/[my] app
          ../lib/*/x      | /home/dev/lib
          /etc/app/*.conf | /etc/app
          /*.conf         | /
          """)
  void base(String glob, String base) {
    assertThat(Glob.parse(ROOT, List.of(glob))).allMatch(one -> one.base().equals(Path.of(base)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "!", "src/*/../x", "src/[ab", "src/*\\"})
  void refusedWithAReason(String glob) {
    assertThatThrownBy(() -> Glob.parse(ROOT, List.of(glob)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("watch glob");
  }

  @Test
  void tooManyBracesAreRefused() {
    String glob = "{a,b,c,d,e,f,g,h,i,j}".repeat(4);
    assertThatThrownBy(() -> Glob.parse(ROOT, List.of(glob)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("braces");
  }

  @Test
  @DisplayName("on Windows a backslash separates")
  void backslashOnWindows() {
    List<Glob> globs = Glob.parse(ROOT, "src\\**\\*.ts", '\\');
    assertThat(globs).hasSize(1);
    assertThat(globs.getFirst().matches(Glob.text(ROOT.resolve("src/a/b.ts")))).isTrue();
  }
}
