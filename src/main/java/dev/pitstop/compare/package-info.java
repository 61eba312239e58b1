/// Compares two answers to the same `tools/call` by their structure: verdicts, differences with
/// their places, and noise that is left out. Pure.
package dev.pitstop.compare;
