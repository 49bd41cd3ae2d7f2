define i1 @f(i1 %x) {
  %a = mul i1 %x, %x
  ret i1 %a
}
