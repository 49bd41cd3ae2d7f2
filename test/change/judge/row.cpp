JudgeRow{"answer count", "the number of answers against the number of checks", JudgeAfter::Pass, judge_answer_count},
