#pragma once

namespace assay::core {

/// Prepares this process, once, for children that try to get away:
/// - it becomes the subreaper of its descendants, so that orphans come to us and not to init;
/// - a small guardian process is forked, which waits for the end of this process, however that ends (SIGKILL included),
///   and then kills all processes that carry a mark of ours. It holds no file of ours and needs no memory but what it
///   shares with us since the fork, which is why the first child should be started early.
/// Calling it again costs nothing.
void guard_descendants();

}  // namespace assay::core
