package dev.pitstop.doctor;

/// The severity of a finding.
public enum Mark {
  /// Nothing is wrong.
  OK,
  /// It works, but some client loses something, or it is a risk.
  WARN,
  /// It breaks the protocol, or a known client cannot use the server.
  FAIL
}
