package dev.pitstop.cli.demo;

import dev.pitstop.cli.demo.Sample.Edit;
import java.util.List;

/// The sample servers. They do the same, and the demo tells the same story with each.
final class Samples {
  /// Its mistake is a misspelt name, which the compiler finds.
  static final Sample JAVA =
      new Sample(
          "WeatherServer.java",
          "javac -d classes WeatherServer.java",
          List.of("java", "-cp", "classes", "WeatherServer"),
          new Edit(
              """
                static String forecast(String city) {
              """,
              """
                static String forecast(String city) {
                  if (!CELSIUS.containsKey(city)) {
                    return "no weather station in " + city;
                  }
              """),
          new Edit(
              """
              a -> forecast(a.get("city")));
              """,
              """
              a -> forecast(a.get("city")));
                  tool("compare", "How much warmer a city is", List.of("city", "than"),
                      a -> celcius(a.get("city")) - celsius(a.get("than")) + " degrees");
              """),
          new Edit(
              """
                      a -> celcius(a.get("city")) - celsius(a.get("than")) + " degrees");
              """,
              """
                      a -> celsius(a.get("city")) - celsius(a.get("than")) + " degrees");
              """));

  /// Its mistake is a missing parenthesis: a misspelt name would cause an error only when it is
  /// used.
  static final Sample NODE =
      new Sample(
          "weather.mjs",
          "node --check weather.mjs",
          List.of("node", "weather.mjs"),
          new Edit(
              """
              function forecast(city) {
              """,
              """
              function forecast(city) {
                if (!CELSIUS.has(city)) {
                  return `no weather station in ${city}`;
                }
              """),
          new Edit(
              """
              (a) => forecast(a.city));
              """,
              """
              (a) => forecast(a.city));
              tool("compare", "How much warmer a city is", ["city", "than"],
                (a) => `${celsius(a.city) - celsius(a.than)} degrees`;
              """),
          new Edit(
              """
                (a) => `${celsius(a.city) - celsius(a.than)} degrees`;
              """,
              """
                (a) => `${celsius(a.city) - celsius(a.than)} degrees`);
              """));

  private Samples() {}
}
