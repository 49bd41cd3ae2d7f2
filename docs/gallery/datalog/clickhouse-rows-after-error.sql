CREATE TABLE e(a Int64) ENGINE = Memory;
INSERT INTO e VALUES (7);
SET max_recursive_cte_evaluation_depth = 40;
WITH RECURSIVE n(c) AS (SELECT 1 UNION ALL SELECT c FROM n) SELECT c FROM n;
SELECT a FROM e;
