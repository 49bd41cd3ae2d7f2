define i1 @reciprocal(double %x) {
  %root = call double @llvm.sqrt.f64(double %x)
  %inverse = fdiv double 1.0, %root
  %negative = fcmp olt double %inverse, 0.0
  ret i1 %negative
}
declare double @llvm.sqrt.f64(double)
