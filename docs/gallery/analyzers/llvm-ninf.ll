define double @product(double %x, double %y) {
  %both = fmul double %x, %y
  %minus = fneg ninf double %both
  ret double %minus
}
define float @narrow(double %x) {
  %minus = fneg ninf double %x
  %less = fptrunc double %minus to float
  ret float %less
}
