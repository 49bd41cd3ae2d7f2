define i32 @f() {
entry:
  br label %loop
loop:
  %i = phi i8 [ 1, %entry ], [ %n, %loop ]
  %n = sub i8 %i, 1
  %v = mul i8 %i, -128
  %s = sext i8 %v to i32
  %c = icmp sle i8 %i, 0
  br i1 %c, label %exit, label %loop
exit:
  ret i32 %s
}
