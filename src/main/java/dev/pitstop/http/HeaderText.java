package dev.pitstop.http;
public final class HeaderText { public static String encode(String s) { return s; } }
