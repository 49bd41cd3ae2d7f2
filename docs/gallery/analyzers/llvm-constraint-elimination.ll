define i1 @f(i8 %x) {
  %a = sub nuw nsw i8 %x, -3
  %b = icmp ugt i8 %x, %a
  ret i1 %b
}
