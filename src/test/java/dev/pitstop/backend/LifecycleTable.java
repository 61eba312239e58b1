package dev.pitstop.backend;

import java.util.LinkedHashMap;
import java.util.Map;

/// What [LifecycleTest] expects: below each state the events that do something in it, with the new
/// state and the effects in order. An event that is not named below a state changes nothing and has
/// no effects. `#2` is a generation, other numbers are reloads.
final class LifecycleTable {
  private static final String TABLE =
      """
      stopped(never started)
        demand -> starting(#3); spawn #3
        restart -> starting(#3 for 7); spawn #3
        reload -> building(7, stopped(never started)); build 7
        restart stop-first -> starting(#3 for 7 stop-first); spawn #3
        reload stop-first -> building(7 stop-first, stopped(never started)); build 7
        stop -> stopped(never started), wanted down; fail held
        shut down -> stopped(never started), never wanted; fail held
        remove -> stopped(never started), removed; fail held
      stopped(by request)
        demand -> starting(#3); spawn #3
        restart -> starting(#3 for 7); spawn #3
        reload -> building(7, stopped(by request)); build 7
        restart stop-first -> starting(#3 for 7 stop-first); spawn #3
        reload stop-first -> building(7 stop-first, stopped(by request)); build 7
        stop -> stopped(by request), wanted down; fail held
        shut down -> stopped(by request), never wanted; fail held
        remove -> stopped(by request), removed; fail held
      stopped(start failed)
        demand -> starting(#3); spawn #3
        demand in report mode -> stopped(start failed); fail held
        restart -> starting(#3 for 7); spawn #3
        reload -> building(7, stopped(start failed)); build 7
        restart stop-first -> starting(#3 for 7 stop-first); spawn #3
        reload stop-first -> building(7 stop-first, stopped(start failed)); build 7
        stop -> stopped(start failed), wanted down; fail held
        shut down -> stopped(start failed), never wanted; fail held
        remove -> stopped(start failed), removed; fail held
      stopped(build failed)
        demand -> stopped(build failed); fail held
        restart -> starting(#3 for 7); spawn #3
        reload -> building(7, stopped(build failed)); build 7
        restart stop-first -> starting(#3 for 7 stop-first); spawn #3
        reload stop-first -> building(7 stop-first, stopped(build failed)); build 7
        stop -> stopped(build failed), wanted down; fail held
        shut down -> stopped(build failed), never wanted; fail held
        remove -> stopped(build failed), removed; fail held
      stopped(lost)
        demand -> starting(#3); spawn #3
        restart -> starting(#3 for 7); spawn #3
        reload -> building(7, stopped(lost)); build 7
        restart stop-first -> starting(#3 for 7 stop-first); spawn #3
        reload stop-first -> building(7 stop-first, stopped(lost)); build 7
        stop -> stopped(lost), wanted down; fail held
        shut down -> stopped(lost), never wanted; fail held
        remove -> stopped(lost), removed; fail held
      building(1, stopped(by request))
        restart -> building(1, stopped(by request)); +waiting 7
        reload -> building(1, stopped(by request)); +waiting 7
        restart stop-first -> building(1, stopped(by request)); +waiting 7
        reload stop-first -> building(1, stopped(by request)); +waiting 7
        stop -> stopped(by request), wanted down; fail held; 1 stopped
        shut down -> stopped(by request), never wanted; fail held; 1 stopped
        remove -> stopped(by request), removed; fail held; 1 stopped
        cancel 1 -> stopped(by request); 1 cancelled; fail held
        built 1 -> starting(#3 for 1); spawn #3
        build 1 failed -> stopped(by request); 1 build_failed; fail held
      building(1, crashed(#1))
        restart -> building(1, crashed(#1)); +waiting 7
        reload -> building(1, crashed(#1)); +waiting 7
        restart stop-first -> building(1, crashed(#1)); +waiting 7
        reload stop-first -> building(1, crashed(#1)); +waiting 7
        stop -> crashed(#1), wanted down; fail held; 1 stopped
        shut down -> crashed(#1), never wanted; fail held; 1 stopped
        remove -> crashed(#1), removed; fail held; 1 stopped
        cancel 1 -> crashed(#1); 1 cancelled; fail held
        built 1 -> starting(#3 for 1); spawn #3
        build 1 failed -> crashed(#1); 1 build_failed; fail held
      building(1, running(#1))
        restart -> building(1, running(#1)); +waiting 7
        reload -> building(1, running(#1)); +waiting 7
        restart stop-first -> building(1, running(#1)); +waiting 7
        reload stop-first -> building(1, running(#1)); +waiting 7
        stop -> draining(#1 then stay), wanted down; fail held; 1 stopped; stop #1
        shut down -> draining(#1 then stay), never wanted; fail held; 1 stopped; stop #1
        remove -> draining(#1 then stay), removed; fail held; 1 stopped; stop #1
        cancel 1 -> running(#1); 1 cancelled
        built 1 -> starting(#3 for 1, #1 serves); spawn #3
        build 1 failed -> running(#1); 1 build_failed
        exited 1 -> building(1, crashed(#1))
        lost 1 -> building(1, stopped(lost))
      building(1, stopped(lost))
        restart -> building(1, stopped(lost)); +waiting 7
        reload -> building(1, stopped(lost)); +waiting 7
        restart stop-first -> building(1, stopped(lost)); +waiting 7
        reload stop-first -> building(1, stopped(lost)); +waiting 7
        stop -> stopped(lost), wanted down; fail held; 1 stopped
        shut down -> stopped(lost), never wanted; fail held; 1 stopped
        remove -> stopped(lost), removed; fail held; 1 stopped
        cancel 1 -> starting(#3); 1 cancelled; spawn #3
        built 1 -> starting(#3 for 1); spawn #3
        build 1 failed -> starting(#3); 1 build_failed; spawn #3
      building(1 stop-first, stopped(by request))
        restart -> building(1 stop-first, stopped(by request)); +waiting 7
        reload -> building(1 stop-first, stopped(by request)); +waiting 7
        restart stop-first -> building(1 stop-first, stopped(by request)); +waiting 7
        reload stop-first -> building(1 stop-first, stopped(by request)); +waiting 7
        stop -> stopped(by request), wanted down; fail held; 1 stopped
        shut down -> stopped(by request), never wanted; fail held; 1 stopped
        remove -> stopped(by request), removed; fail held; 1 stopped
        cancel 1 -> stopped(by request); 1 cancelled; fail held
        built 1 -> starting(#3 for 1 stop-first); spawn #3
        build 1 failed -> stopped(build failed); 1 build_failed; fail held
      building(1 build-first, running(#1))
        restart -> building(1 build-first, running(#1)); +waiting 7
        reload -> building(1 build-first, running(#1)); +waiting 7
        restart stop-first -> building(1 build-first, running(#1)); +waiting 7
        reload stop-first -> building(1 build-first, running(#1)); +waiting 7
        stop -> draining(#1 then stay), wanted down; fail held; 1 stopped; stop #1
        shut down -> draining(#1 then stay), never wanted; fail held; 1 stopped; stop #1
        remove -> draining(#1 then stay), removed; fail held; 1 stopped; stop #1
        cancel 1 -> running(#1); 1 cancelled
        built 1 -> draining(#1 then start 1 build-first); stop #1 for reload
        build 1 failed -> running(#1); 1 build_failed
        exited 1 -> building(1 build-first, crashed(#1))
        lost 1 -> building(1 build-first, stopped(lost))
      building(1 build-first, crashed(#1))
        restart -> building(1 build-first, crashed(#1)); +waiting 7
        reload -> building(1 build-first, crashed(#1)); +waiting 7
        restart stop-first -> building(1 build-first, crashed(#1)); +waiting 7
        reload stop-first -> building(1 build-first, crashed(#1)); +waiting 7
        stop -> crashed(#1), wanted down; fail held; 1 stopped
        shut down -> crashed(#1), never wanted; fail held; 1 stopped
        remove -> crashed(#1), removed; fail held; 1 stopped
        cancel 1 -> crashed(#1); 1 cancelled; fail held
        built 1 -> starting(#3 for 1 build-first); spawn #3
        build 1 failed -> crashed(#1); 1 build_failed; fail held
      starting(#2)
        restart -> draining(#2 then start 7); stop #2 for reload
        reload -> draining(#2 then build 7); stop #2 for reload
        restart stop-first -> draining(#2 then start 7 stop-first); stop #2 for reload
        reload stop-first -> draining(#2 then build 7 stop-first); stop #2 for reload
        stop -> draining(#2 then stay), wanted down; fail held; stop #2
        shut down -> draining(#2 then stay), never wanted; fail held; stop #2
        remove -> draining(#2 then stay), removed; fail held; stop #2
        ready 2 -> running(#2); serve #2
        failed 2 -> stopped(start failed); abandon #2; fail held
        failed 2 contended -> stopped(start failed); abandon #2; fail held
        exited 2 -> crashed(#2); fail held
        exited 2 contended -> crashed(#2); fail held
        lost 2 -> starting(#3); spawn #3
      starting(#2, #1 serves)
        restart -> starting(#3 for 7, #1 serves); stop #2 for reload; spawn #3
        reload -> building(7, running(#1)); stop #2 for reload; build 7
        restart stop-first -> draining(#1 then start 7 stop-first); stop #2 for reload; stop #1 for reload
        reload stop-first -> draining(#1 then build 7 stop-first); stop #2 for reload; stop #1 for reload
        stop -> draining(#2 then stay), wanted down; fail held; stop #1; stop #2
        shut down -> draining(#2 then stay), never wanted; fail held; stop #1; stop #2
        remove -> draining(#2 then stay), removed; fail held; stop #1; stop #2
        ready 2 -> running(#2); serve #2; retire #1
        failed 2 -> running(#1); abandon #2
        failed 2 contended -> running(#1); abandon #2
        exited 1 -> starting(#2)
        exited 2 -> running(#1)
        exited 2 contended -> running(#1)
        lost 2 -> starting(#3, #1 serves); spawn #3
        lost 1 -> starting(#2)
      starting(#2 for 1)
        restart -> draining(#2 then start 7); 1 joins 7; stop #2 for reload
        reload -> draining(#2 then build 7); 1 joins 7; stop #2 for reload
        restart stop-first -> draining(#2 then start 7 stop-first); 1 joins 7; stop #2 for reload
        reload stop-first -> draining(#2 then build 7 stop-first); 1 joins 7; stop #2 for reload
        stop -> draining(#2 then stay), wanted down; fail held; 1 stopped; stop #2
        shut down -> draining(#2 then stay), never wanted; fail held; 1 stopped; stop #2
        remove -> draining(#2 then stay), removed; fail held; 1 stopped; stop #2
        ready 2 -> running(#2); serve #2; 1 reloaded
        failed 2 -> stopped(start failed); abandon #2; 1 start_failed; fail held
        failed 2 contended -> stopped(start failed); abandon #2; 1 start_failed; fail held
        exited 2 -> crashed(#2); 1 start_failed; fail held
        exited 2 contended -> crashed(#2); 1 start_failed; fail held
        lost 2 -> starting(#3 for 1); spawn #3
        late 2 -> starting(#2); 1 start_failed
      starting(#2 for 1, #1 serves)
        restart -> starting(#3 for 7, #1 serves); 1 joins 7; stop #2 for reload; spawn #3
        reload -> building(7, running(#1)); 1 joins 7; stop #2 for reload; build 7
        restart stop-first -> draining(#1 then start 7 stop-first); 1 joins 7; stop #2 for reload; stop #1 for reload
        reload stop-first -> draining(#1 then build 7 stop-first); 1 joins 7; stop #2 for reload; stop #1 for reload
        stop -> draining(#2 then stay), wanted down; fail held; 1 stopped; stop #1; stop #2
        shut down -> draining(#2 then stay), never wanted; fail held; 1 stopped; stop #1; stop #2
        remove -> draining(#2 then stay), removed; fail held; 1 stopped; stop #1; stop #2
        ready 2 -> running(#2); serve #2; retire #1; 1 reloaded
        failed 2 -> running(#1); abandon #2; 1 start_failed
        failed 2 contended -> draining(#1 then start 1 stop-first second-try); abandon #2; stop #1 for reload
        exited 1 -> starting(#2 for 1)
        exited 2 -> running(#1); 1 start_failed
        exited 2 contended -> draining(#1 then start 1 stop-first second-try); stop #1 for reload
        lost 2 -> starting(#3 for 1, #1 serves); spawn #3
        lost 1 -> starting(#2 for 1)
        late 2 -> starting(#2, #1 serves); 1 start_failed
      starting(#2 for 1 stop-first second-try)
        restart -> draining(#2 then start 7); 1 joins 7; stop #2 for reload
        reload -> draining(#2 then build 7); 1 joins 7; stop #2 for reload
        restart stop-first -> draining(#2 then start 7 stop-first); 1 joins 7; stop #2 for reload
        reload stop-first -> draining(#2 then build 7 stop-first); 1 joins 7; stop #2 for reload
        stop -> draining(#2 then stay), wanted down; fail held; 1 stopped; stop #2
        shut down -> draining(#2 then stay), never wanted; fail held; 1 stopped; stop #2
        remove -> draining(#2 then stay), removed; fail held; 1 stopped; stop #2
        ready 2 -> running(#2); serve #2; 1 reloaded
        failed 2 -> stopped(start failed); abandon #2; 1 start_failed; fail held
        failed 2 contended -> stopped(start failed); abandon #2; 1 start_failed; fail held
        exited 2 -> crashed(#2); 1 start_failed; fail held
        exited 2 contended -> crashed(#2); 1 start_failed; fail held
        lost 2 -> starting(#3 for 1 stop-first second-try); spawn #3
        late 2 -> starting(#2); 1 start_failed
      running(#2)
        restart -> starting(#3 for 7, #2 serves); spawn #3
        reload -> building(7, running(#2)); build 7
        restart stop-first -> draining(#2 then start 7 stop-first); stop #2 for reload
        reload stop-first -> draining(#2 then build 7 stop-first); stop #2 for reload
        stop -> draining(#2 then stay), wanted down; fail held; stop #2
        shut down -> draining(#2 then stay), never wanted; fail held; stop #2
        remove -> draining(#2 then stay), removed; fail held; stop #2
        exited 2 -> crashed(#2)
        exited 2 contended -> crashed(#2)
        lost 2 -> starting(#3); spawn #3
      draining(#2 then stay)
        restart -> draining(#2 then stay); +waiting 7
        reload -> draining(#2 then stay); +waiting 7
        restart stop-first -> draining(#2 then stay); +waiting 7
        reload stop-first -> draining(#2 then stay); +waiting 7
        stop -> draining(#2 then stay), wanted down; fail held
        shut down -> draining(#2 then stay), never wanted; fail held
        remove -> draining(#2 then stay), removed; fail held
        exited 2 -> stopped(by request)
        exited 2 contended -> stopped(by request)
        lost 2 -> stopped(by request)
      draining(#2 then build 1)
        restart -> draining(#2 then build 1); 7 joins 1
        reload -> draining(#2 then build 1); 7 joins 1
        restart stop-first -> draining(#2 then build 1); 7 joins 1
        reload stop-first -> draining(#2 then build 1); 7 joins 1
        stop -> draining(#2 then stay), wanted down; fail held; 1 stopped
        shut down -> draining(#2 then stay), never wanted; fail held; 1 stopped
        remove -> draining(#2 then stay), removed; fail held; 1 stopped
        cancel 1 -> draining(#2 then stay); 1 cancelled
        exited 2 -> building(1, stopped(lost)); build 1
        exited 2 contended -> building(1, stopped(lost)); build 1
        lost 2 -> building(1, stopped(lost)); build 1
      draining(#2 then start 1)
        restart -> draining(#2 then start 1); 7 joins 1
        reload -> draining(#2 then start 1); +waiting 7
        restart stop-first -> draining(#2 then start 1); 7 joins 1
        reload stop-first -> draining(#2 then start 1); +waiting 7
        stop -> draining(#2 then stay), wanted down; fail held; 1 stopped
        shut down -> draining(#2 then stay), never wanted; fail held; 1 stopped
        remove -> draining(#2 then stay), removed; fail held; 1 stopped
        exited 2 -> starting(#3 for 1); spawn #3
        exited 2 contended -> starting(#3 for 1); spawn #3
        lost 2 -> starting(#3 for 1); spawn #3
      crashed(#2)
        demand -> starting(#3); spawn #3
        demand in report mode -> crashed(#2); fail held
        restart -> starting(#3 for 7); spawn #3
        reload -> building(7, crashed(#2)); build 7
        restart stop-first -> starting(#3 for 7 stop-first); spawn #3
        reload stop-first -> building(7 stop-first, crashed(#2)); build 7
        stop -> crashed(#2), wanted down; fail held
        shut down -> crashed(#2), never wanted; fail held
        remove -> crashed(#2), removed; fail held
      crashed(#2 looping)
        demand -> crashed(#2 looping); fail held
        restart -> starting(#3 for 7); spawn #3
        reload -> building(7, crashed(#2 looping)); build 7
        restart stop-first -> starting(#3 for 7 stop-first); spawn #3
        reload stop-first -> building(7 stop-first, crashed(#2 looping)); build 7
        stop -> crashed(#2 looping), wanted down; fail held
        shut down -> crashed(#2 looping), never wanted; fail held
        remove -> crashed(#2 looping), removed; fail held
      stopped(by request), wanted down
        demand -> starting(#3); spawn #3
        restart -> starting(#3 for 7); spawn #3
        reload -> building(7, stopped(by request)); build 7
        restart stop-first -> starting(#3 for 7 stop-first); spawn #3
        reload stop-first -> building(7 stop-first, stopped(by request)); build 7
        stop -> stopped(by request), wanted down; fail held
        shut down -> stopped(by request), never wanted; fail held
        remove -> stopped(by request), removed; fail held
      stopped(by request), never wanted
        demand -> stopped(by request), never wanted; fail held
        restart -> stopped(by request), never wanted; 7 stopped
        reload -> stopped(by request), never wanted; 7 stopped
        restart stop-first -> stopped(by request), never wanted; 7 stopped
        reload stop-first -> stopped(by request), never wanted; 7 stopped
        stop -> stopped(by request), never wanted; fail held
        shut down -> stopped(by request), never wanted; fail held
        remove -> stopped(by request), never wanted; fail held
      stopped(build failed), wanted down
        demand -> stopped(build failed); fail held
        restart -> starting(#3 for 7); spawn #3
        reload -> building(7, stopped(build failed)); build 7
        restart stop-first -> starting(#3 for 7 stop-first); spawn #3
        reload stop-first -> building(7 stop-first, stopped(build failed)); build 7
        stop -> stopped(build failed), wanted down; fail held
        shut down -> stopped(build failed), never wanted; fail held
        remove -> stopped(build failed), removed; fail held
      stopped(build failed), never wanted
        demand -> stopped(build failed), never wanted; fail held
        restart -> stopped(build failed), never wanted; 7 stopped
        reload -> stopped(build failed), never wanted; 7 stopped
        restart stop-first -> stopped(build failed), never wanted; 7 stopped
        reload stop-first -> stopped(build failed), never wanted; 7 stopped
        stop -> stopped(build failed), never wanted; fail held
        shut down -> stopped(build failed), never wanted; fail held
        remove -> stopped(build failed), never wanted; fail held
      draining(#2 then stay), wanted down
        demand -> draining(#2 then stay)
        restart -> draining(#2 then stay); +waiting 7
        reload -> draining(#2 then stay); +waiting 7
        restart stop-first -> draining(#2 then stay); +waiting 7
        reload stop-first -> draining(#2 then stay); +waiting 7
        stop -> draining(#2 then stay), wanted down; fail held
        shut down -> draining(#2 then stay), never wanted; fail held
        remove -> draining(#2 then stay), removed; fail held
        exited 2 -> stopped(by request), wanted down
        exited 2 contended -> stopped(by request), wanted down
        lost 2 -> stopped(by request), wanted down
      draining(#2 then stay), never wanted
        demand -> draining(#2 then stay), never wanted; fail held
        restart -> draining(#2 then stay), never wanted; 7 stopped
        reload -> draining(#2 then stay), never wanted; 7 stopped
        restart stop-first -> draining(#2 then stay), never wanted; 7 stopped
        reload stop-first -> draining(#2 then stay), never wanted; 7 stopped
        stop -> draining(#2 then stay), never wanted; fail held
        shut down -> draining(#2 then stay), never wanted; fail held
        remove -> draining(#2 then stay), never wanted; fail held
        exited 2 -> stopped(by request), never wanted
        exited 2 contended -> stopped(by request), never wanted
        lost 2 -> stopped(by request), never wanted
      crashed(#2), wanted down
        demand -> starting(#3); spawn #3
        demand in report mode -> crashed(#2); fail held
        restart -> starting(#3 for 7); spawn #3
        reload -> building(7, crashed(#2)); build 7
        restart stop-first -> starting(#3 for 7 stop-first); spawn #3
        reload stop-first -> building(7 stop-first, crashed(#2)); build 7
        stop -> crashed(#2), wanted down; fail held
        shut down -> crashed(#2), never wanted; fail held
        remove -> crashed(#2), removed; fail held
      crashed(#2), never wanted
        demand -> crashed(#2), never wanted; fail held
        restart -> crashed(#2), never wanted; 7 stopped
        reload -> crashed(#2), never wanted; 7 stopped
        restart stop-first -> crashed(#2), never wanted; 7 stopped
        reload stop-first -> crashed(#2), never wanted; 7 stopped
        stop -> crashed(#2), never wanted; fail held
        shut down -> crashed(#2), never wanted; fail held
        remove -> crashed(#2), never wanted; fail held
      stopped(by request), removed
        demand -> stopped(by request), removed; fail held
        restart -> stopped(by request), removed; 7 stopped
        reload -> stopped(by request), removed; 7 stopped
        restart stop-first -> stopped(by request), removed; 7 stopped
        reload stop-first -> stopped(by request), removed; 7 stopped
        stop -> stopped(by request), removed; fail held
        shut down -> stopped(by request), never wanted; fail held
        remove -> stopped(by request), removed; fail held
      draining(#2 then stay), removed
        demand -> draining(#2 then stay), removed; fail held
        restart -> draining(#2 then stay), removed; 7 stopped
        reload -> draining(#2 then stay), removed; 7 stopped
        restart stop-first -> draining(#2 then stay), removed; 7 stopped
        reload stop-first -> draining(#2 then stay), removed; 7 stopped
        stop -> draining(#2 then stay), removed; fail held
        shut down -> draining(#2 then stay), never wanted; fail held
        remove -> draining(#2 then stay), removed; fail held
        exited 2 -> stopped(by request), removed
        exited 2 contended -> stopped(by request), removed
        lost 2 -> stopped(by request), removed
      """;

  private LifecycleTable() {}

  /// State → event → state and effects.
  static Map<String, Map<String, String>> parse() {
    Map<String, Map<String, String>> table = new LinkedHashMap<>();
    Map<String, String> rows = new LinkedHashMap<>();
    for (String line : TABLE.lines().toList()) {
      if (line.startsWith(" ")) {
        String[] cells = line.strip().split(" -> ", 2);
        rows.put(cells[0], cells[1]);
      } else {
        rows = new LinkedHashMap<>();
        table.put(line, rows);
      }
    }
    return table;
  }
}
