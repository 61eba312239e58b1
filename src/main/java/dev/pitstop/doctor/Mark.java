package dev.pitstop.doctor;

/// How bad a finding is.
public enum Mark {
  /// As it should be.
  OK,
  /// It works, but some client makes less of it, or it is a risk.
  WARN,
  /// It breaks the protocol, or a known client cannot use it.
  FAIL
}
