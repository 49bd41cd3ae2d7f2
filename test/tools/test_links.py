import unittest

import support
import check_links


class Links(support.TreeTest):
    def test_finds_what_leads_nowhere(self):
        self.write("docs/there.md", "# there\n")
        path = self.write(
            "docs/page.md",
            "[a](there.md) [b](there.md#part) [c](https://example.org/x.md) [d](#here)\n[e](gone.md) and [f](../gone/too.md#x)\n",
        )
        self.assertEqual(list(check_links.broken_links(path)), [(2, "gone.md"), (2, "../gone/too.md")])

    def test_leaves_builds_and_campaigns_alone(self):
        for folder in ("build", "build-old", "assay-campaign-20261127T004643Z/findings/z3-1"):
            self.write(folder + "/x.md", "[a](gone.md)")
        kept = self.write("x.md", "")
        self.assertEqual(list(check_links.markdown_files(self.root)), [kept])


if __name__ == "__main__":
    unittest.main()
