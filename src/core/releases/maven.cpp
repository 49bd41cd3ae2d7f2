#include <algorithm>

#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/releases/client.hpp"

namespace assay::core {
namespace {

/// Maven cannot list versions, so the table lists them.
Result<std::vector<std::string>> maven_versions(const Installable& row, const std::stop_token&) { return row.versions; }

/// A Maven project that depends only on the package, "group:artifact".
std::string maven_project(const ReleaseJob& job) {
  const std::vector<std::string_view> names = split(job.row.package, ':');
  const auto element = [](const char* name, std::string_view text) {
    return "<" + std::string(name) + ">" + escape_markup(text) + "</" + name + ">";
  };
  return "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>"
         "<groupId>assay</groupId><artifactId>release</artifactId><version>0</version><dependencies><dependency>" +
         element("groupId", names.front()) + element("artifactId", names.back()) + element("version", job.version) +
         "</dependency></dependencies></project>\n";
}

Result<std::string> maven_install(const ReleaseJob& job) {
  const std::string project = job.folder + "/pom.xml";
  const std::string jars = job.folder + "/jars";
  if (Status written = Disk::real().write_new_file(project, maven_project(job)); !written) return written.error();
  job.news("downloading " + job.row.package + " " + job.version);
  const Result<std::string> done =
      run_client("download " + job.row.package,
                 {{"mvn", "--batch-mode", "--quiet", "--strict-checksums", "--file", project,
                   "dependency:copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory=" + jars},
                  {},
                  {}},
                 job.stop);
  if (!done) return done;
  return matching_checksums(jars, job);
}

Result<std::string> maven_command(const ReleaseJob& job) {
  return "#!/bin/sh\nhere=$(readlink -f \"$0\")\nhere=${here%/bin/*}\nexec java -cp \"$here/jars/*\" " +
         job.row.main_class + " \"$@\"\n";
}

}  // namespace

const ReleaseClient kMavenClient = {"maven",       "mvn",        "apt-get install maven", false, maven_versions,
                                    maven_install, maven_command};

}  // namespace assay::core
