/// `pitstop install` and `pitstop uninstall`: the files on the disk, the questions to the user, and
/// the texts. [dev.pitstop.install] changes the texts of the files.
package dev.pitstop.cli.install;
