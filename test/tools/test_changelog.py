import unittest

import support  # noqa: F401 (it makes tools/ importable)
import check_changelog

GOOD = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- a\n\n## [1.1.0] - 2026-12-01\n\n### Fixed\n\n- b\n\n## [1.0.0] - 2026-11-28\n"


def said(text, version="1.1.0"):
    return [problem for _, problem in check_changelog.problems(text, version)]


class Changelog(unittest.TestCase):
    def test_takes_dated_versions(self):
        self.assertEqual(said(GOOD), [])

    def test_the_newest_is_the_projects(self):
        self.assertEqual(said(GOOD, "1.2.0"), ["the newest version is 1.1.0, and CMakeLists.txt has 1.2.0"])

    def test_unreleased_comes_first(self):
        self.assertIn('the first heading is not "## [Unreleased]"', said(GOOD.replace("## [Unreleased]", "## Next")))

    def test_each_version_has_a_date_that_exists(self):
        for date in ("", "2026-13-01", "soon", "28.11.2026"):
            self.assertEqual(len(said(GOOD.replace("2026-11-28", date))), 1, date)
        self.assertEqual(said("## [Unreleased]\n"), ["no version has a heading"])

    def test_versions_descend(self):
        self.assertEqual(said(GOOD.replace("1.0.0", "1.1.0")), ["1.1.0 is not older than the version above it"])
        self.assertEqual(said(GOOD.replace("2026-11-28", "2026-12-02")), ["1.0.0 is not older than the version above it"])

    def test_sections_are_those_of_the_format(self):
        self.assertEqual(len(said(GOOD.replace("### Fixed", "### Repaired"))), 1)

    def test_reads_the_projects_version(self):
        self.assertEqual(check_changelog.project_version('cmake_minimum_required(VERSION 3.22)\nproject(assay VERSION 1.0.0 LANGUAGES CXX)\n'), "1.0.0")


if __name__ == "__main__":
    unittest.main()
