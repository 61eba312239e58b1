/// `pitstop replay`: plays the calls of a recording to a server, and compares the answers.
package dev.pitstop.cli.replay;
