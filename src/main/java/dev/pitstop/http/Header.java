package dev.pitstop.http; public record Header(String name, String value) {}
