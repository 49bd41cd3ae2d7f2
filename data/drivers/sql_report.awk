# The rows that psql or mariadb print, as `r0(1, "a")`. A column's name begins with n (a number), s (a text) or t (a text
# behind the letter t).
$1 == "relation" { for (i = 2; i <= NF; i++) kind[i] = substr($i, 1, 1); next }
$1 != "" {
  row = $1 "("
  for (i = 2; i <= NF; i++) {
    value = $i
    if (value == "(null)" || (value == "NULL" && kind[i] != "s")) value = "null"
    else if (kind[i] == "t") value = "\"" substr(value, 2) "\""
    else if (kind[i] == "s") value = "\"" value "\""
    row = row (i > 2 ? ", " : "") value
  }
  print row ")"
}
END { print "end" }
