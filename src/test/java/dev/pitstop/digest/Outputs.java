package dev.pitstop.digest;

/// What the tools really print.
final class Outputs {
  private Outputs() {}

  static final String JAVAC =
      """
      /home/dev/app/src/A.java:2: warning: [removal] finalize() in Object has been deprecated
        protected void finalize() {}
                       ^
      /home/dev/app/src/A.java:3: error: cannot find symbol
          Foo x = 1;
          ^
        symbol:   class Foo
        location: class A
      /home/dev/app/src/A.java:4: error: incompatible types: String cannot be converted to int
          int y = "s";
                  ^
      2 errors
      1 warning
      """;

  static final String MAVEN =
      """
      [INFO] Scanning for projects...
      [INFO]\s
      [INFO] Building app 0.1.0
      [INFO] --------------------------------[ jar ]---------------------------------
      [INFO]\s
      [INFO] Compiling 1 source file with javac [debug release 25] to target/classes
      [INFO] -------------------------------------------------------------
      [WARNING] COMPILATION WARNING : deprecated
      [INFO] -------------------------------------------------------------
      [ERROR] COMPILATION ERROR :\s
      [INFO] -------------------------------------------------------------
      [ERROR] /home/dev/app/src/main/java/A.java:[3,5] cannot find symbol
        symbol:   class Foo
        location: class A
      [ERROR] /home/dev/app/src/main/java/A.java:[4,13] incompatible types: String cannot be converted to int
      [INFO] 2 errors\s
      [INFO] -------------------------------------------------------------
      [INFO] ------------------------------------------------------------------------
      [INFO] BUILD FAILURE
      [INFO] ------------------------------------------------------------------------
      [INFO] Total time:  2.217 s
      [INFO] Finished at: 2026-11-21T04:40:20Z
      [INFO] ------------------------------------------------------------------------
      [ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.16.0:compile\
       (default-compile) on project app: Compilation failure: Compilation failure:\s
      [ERROR] /home/dev/app/src/main/java/A.java:[3,5] cannot find symbol
      [ERROR]   symbol:   class Foo
      [ERROR]   location: class A
      [ERROR] /home/dev/app/src/main/java/A.java:[4,13] incompatible types: String cannot be converted to int
      [ERROR] -> [Help 1]
      [ERROR]\s
      [ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
      [ERROR] Re-run Maven using the -X switch to enable full debug logging.
      [ERROR]\s
      [ERROR] For more information about the errors and possible solutions, please read the following articles:
      [ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/MojoFailureException
      """;

  static final String GRADLE =
      """
      > Task :compileKotlin FAILED
      e: file:///home/dev/app/src/main/kotlin/A.kt:3:5 Unresolved reference: foo

      FAILURE: Build failed with an exception.

      * What went wrong:
      Execution failed for task ':compileKotlin'.
      > Compilation error. See log for more details

      * Try:
      > Run with --stacktrace option to get the stack trace.
      > Get more help at https://help.gradle.org.

      BUILD FAILED in 3s
      """;

  static final String TSC =
      """
      src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.
      src/b.ts(10,12): error TS2345: Argument of type '{ a: string; }' is not assignable to parameter of type 'B'.
        Property 'b' is missing in type '{ a: string; }' but required in type 'B'.
      """;

  static final String TSC_PRETTY =
      """
      \u001b[96msrc/a.ts\u001b[0m:\u001b[93m3\u001b[0m:\u001b[93m5\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m\
       TS2322: \u001b[0mType 'string' is not assignable to type 'number'.

      \u001b[7m3\u001b[0m   const n: number = "s";
      \u001b[7m \u001b[0m \u001b[91m        ~\u001b[0m


      Found 1 error in src/a.ts\u001b[90m:3\u001b[0m
      """;

  static final String ESLINT =
      """

      /home/dev/app/src/a.js
         1:7  error  'x' is assigned a value but never used  no-unused-vars
         3:1  warning  Unexpected console statement  no-console

      /home/dev/app/src/b.js
         1:7  error  'x' is assigned a value but never used  no-unused-vars

      ✖ 3 problems (2 errors, 1 warning)
      """;

  static final String CARGO =
      """
         Compiling c v0.1.0 (/home/dev/app)
      warning: unused variable: `unused`
       --> src/main.rs:2:9
        |
      2 |     let unused = 1;
        |         ^^^^^^ help: if this is intentional, prefix it with an underscore: `_unused`
        |
        = note: `#[warn(unused_variables)]` on by default

      error[E0308]: mismatched types
       --> src/main.rs:3:18
        |
      3 |     let x: i32 = "a";
        |            ---   ^^^ expected `i32`, found `&str`
        |            |
        |            expected due to this

      error[E0425]: cannot find function `foo` in this scope
       --> src/main.rs:4:5
        |
      4 |     foo();
        |     ^^^ not found in this scope

      Some errors have detailed explanations: E0308, E0425.
      For more information about an error, try `rustc --explain E0308`.
      warning: `c` (bin "c") generated 1 warning
      error: could not compile `c` (bin "c") due to 2 previous errors; 1 warning emitted
      """;

  static final String GCC =
      """
      a.c: In function ‘main’:
      a.c:1:21: error: ‘y’ undeclared (first use in this function)
          1 | int main(){ int x = y; return "a" }
            |                     ^
      a.c:1:21: note: each undeclared identifier is reported only once for each function it appears in
      a.c:1:31: warning: returning ‘char *’ from a function with return type ‘int’ [-Wint-conversion]
          1 | int main(){ int x = y; return "a" }
            |                               ^~~
      a.c:1:34: error: expected ‘;’ before ‘}’ token
          1 | int main(){ int x = y; return "a" }
            |                                  ^~
            |                                  ;
      l.c:(.text+0xa): undefined reference to `f'
      collect2: error: ld returned 1 exit status
      make: *** [Makefile:2: all] Error 1
      """;

  static final String GO =
      """
      go: downloading golang.org/x/text v0.3.0
      # example.com/app
      ./main.go:5:2: undefined: x
      ./main.go:9:15: cannot use "a" (untyped string constant) as int value in argument to f
      """;

  static final String PYTHON =
      """
      Traceback (most recent call last):
        File "/home/dev/app/t.py", line 4, in <module>
          f()
        File "/home/dev/app/t.py", line 3, in f
          g()
          ^
      NameError: name 'g' is not defined
      """;

  static final String PY_COMPILE =
      """
        File "bad.py", line 1
          def f(:
                ^
      SyntaxError: invalid syntax
      """;

  static final String PYTEST =
      """
      ============================= test session starts ==============================
      platform linux -- Python 3.11.7, pytest-9.0.3, pluggy-1.6.0
      collected 1 item

      pt/test_a.py F                                                           [100%]

      =================================== FAILURES ===================================
      ____________________________________ test_f ____________________________________

          def test_f():
      >       assert f() == 2
      E       assert 1 == 2
      E        +  where 1 = f()

      pt/test_a.py:5: AssertionError
      =========================== short test summary info ============================
      FAILED pt/test_a.py::test_f - assert 1 == 2
      ============================== 1 failed in 0.69s ===============================
      """;

  static final String NPM =
      """
      npm error Missing script: "nope"
      npm error
      npm error A complete log of this run can be found in: /root/.npm/_logs/2026-debug-0.log
      """;

  static final String NPM_NOT_FOUND =
      """

      > build
      > tsc -p .

      sh: 1: tsc: not found
      npm ERR! code ELIFECYCLE
      npm ERR! errno 127
      """;

  static final String NODE =
      """
      node:internal/modules/cjs/loader:1210
        throw err;
        ^

      Error: Cannot find module './nope'
      Require stack:
      - /home/dev/app/x.js
          at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
          at Module._load (node:internal/modules/cjs/loader:1038:27)
      """;

  static final String GOOD =
      """
      > app@1.0.0 build
      > esbuild src/error-handler.ts --outfile=dist/errors.js

        dist/errors.js  1.2kb

      ⚡ Done in 5ms
      """;
}
