/// A session made from the options of a command line, and how it is run in a process.
package dev.pitstop.cli.run;
