#pragma once

namespace assay::core {

/// Prepares this process, once, for children that try to escape:
/// - it becomes the subreaper of its descendants, so that orphans become its children, not init's;
/// - a small guardian process is forked, which waits for the end of this process (SIGKILL included) and then kills all
///   processes that carry a mark of this process. The guardian has none of our files open, and only the memory that it
///   shares with us since the fork, which is why the first child should be started early.
/// Further calls cost nothing.
void guard_descendants();

}  // namespace assay::core
