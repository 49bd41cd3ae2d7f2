declare void @__VERIFIER_error()
declare i64 @unknown()
define i32 @main() {
entry:
  %x = call i64 @unknown()
  %wide = sext i64 %x to i128
  %y = add i128 %wide, -9223372036854775776
  %large = icmp ult i128 %y, -9223372036854775808
  br i1 %large, label %end, label %small
small:
  %a = add i64 %x, 32
  %b = and i64 %a, -8
  %bad = icmp eq i64 %b, 32
  br i1 %bad, label %error, label %end
error:
  call void @__VERIFIER_error()
  br label %end
end:
  ret i32 0
}
