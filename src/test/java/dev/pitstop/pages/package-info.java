/// Checks that README.md and the pages under `docs/` are true.
///
/// - [dev.pitstop.pages.Page] reads a page and explains the marks of its blocks.
/// - `PagesTest`: links, marks, data formats, quotes.
/// - `dev.pitstop.cli.PageCommandLinesTest`: command lines that are not run, and the options page.
/// - `dev.pitstop.e2e.PageCommandsTest` runs the commands.
/// - `dev.pitstop.e2e.PageSamplesTest` plays the sessions of `dev.pitstop.e2e.Samples` and compares
///   what the program prints with the pages. It writes the texts into the pages instead with `mvn
///   surefire:test@end-to-end -Dtest=PageSamplesTest -Dpitstop.pages=write`.
package dev.pitstop.pages;
