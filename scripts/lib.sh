# Shared by the scripts of this folder; sourced, not run. Shell: bash.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
script=$(basename "$0")
if [ -f "$root/scripts/$script" ]; then script=./scripts/$script; fi
packages_file=${ASSAY_PACKAGES_FILE:-$root/scripts/packages.txt}

say() { printf '== %s\n' "$*"; }

# die MESSAGE [ADVICE]
die() {
  printf '\n%s: FAILED: %s\n' "$script" "$1" >&2
  if [ $# -gt 1 ]; then printf '%s: %s\n' "$script" "$2" >&2; fi
  exit 3
}

# step NAME ADVICE COMMAND...: runs the command and, when it fails, says which and what to do.
step() {
  local name=$1 advice=$2
  shift 2
  say "$name"
  "$@" || die "$name: \"$*\" ended with exit code $?" "$advice"
}

# packages_in SECTION...: the packages of the sections; optional packages keep their "?". Packages for another gcc than
# this machine's are left out; a machine without gcc gets all packages.
packages_in() {
  local section gcc
  gcc=$(gcc -dumpversion 2>/dev/null) || gcc=""
  for section in "$@"; do
    awk -v want="[$section]" -v gcc="gcc=${gcc%%.*}" '
      /^\[/ { inside = ($0 == want); next }
      inside && NF && !/^#/ && (NF == 1 || gcc == "gcc=" || $2 == gcc) { print $1 }' "$packages_file"
  done
}

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
# absent PACKAGE...: the packages that the package lists lack. One run of apt-cache for all, since it takes a second.
absent() {
  apt-cache show --no-all-versions "$@" 2>/dev/null | awk -v wanted="$*" '
    /^Package: / { known[$2] = 1 }
    END { count = split(wanted, names, " "); for (i = 1; i <= count; ++i) if (!(names[i] in known)) print names[i] }'
}

# The systems on which scripts/quickstart was seen to work, from the table in docs/dev/build.md: "debian:12" and so on.
tried_systems() { sed -n 's/^| [^|]*(`\([a-z]*:[0-9.]*\)`) | `scripts\/quickstart` |[^|]*|[^|]*| works.*/\1/p' "$root/docs/dev/build.md"; }

# as_root COMMAND...
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "\"$*\" needs root, and there is no sudo" "run $script as root, or run that command as root and then $script again"
  fi
}

check_system() {
  local name="an unknown system"
  system_id="" system_version=""
  if [ -r /etc/os-release ]; then
    system_id=$(. /etc/os-release && echo "${ID:-}")
    system_version=$(. /etc/os-release && echo "${VERSION_ID:-}")
    name=$(. /etc/os-release && echo "${PRETTY_NAME:-unknown}")
  fi
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    die "this is $name: the script installs packages with apt, and there is none" \
      "install what scripts/packages.txt lists by other means, then build with: cmake --preset release && cmake --build --preset release"
  fi
  local tried
  tried=$(tried_systems | tr '\n' ' ')
  if [ -n "$tried" ] && ! tried_systems | grep -qx "$system_id:$system_version"; then
    say "note: this is $name; Assay was tried on ${tried}only (docs/dev/build.md). Going on"
  fi
  # Assay needs GCC 12. A system whose g++ is older may have a newer one beside it.
  local gcc
  gcc=$(apt-cache policy g++ 2>/dev/null | sed -n 's/^ *Candidate: \([0-9]*:\)\{0,1\}\([0-9]*\).*/\2/p')
  if [ "${gcc:-12}" -lt 12 ]; then
    extra_packages=(g++-12)
    export CXX=${CXX:-g++-12}
  fi
}
extra_packages=()

apt_updated=no
apt_update() {
  if [ "$apt_updated" = no ]; then
    step "Reading the package lists" "check the network and /etc/apt/sources.list*" as_root apt-get -q update
    apt_updated=yes
  fi
}

apt_install() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install "$@"; }

# install_packages SECTION...: installs what is missing from the sections; touches nothing when nothing is missing.
install_packages() {
  check_system
  local entry package missing=() optional=() advice
  for entry in $(packages_in "$@") ${extra_packages[@]+"${extra_packages[@]}"}; do
    package=${entry#\?}
    if ! installed "$package"; then
      if [ "$entry" = "$package" ]; then missing+=("$package"); else optional+=("$package"); fi
    fi
  done
  if [ ${#missing[@]} -gt 0 ]; then
    say "Missing packages: ${missing[*]}"
    if [ -n "$(absent "${missing[@]}")" ]; then apt_update; fi
    for package in $(absent "${missing[@]}"); do
      die "the package $package is not in this system's package lists" \
        "enable the release's full archive (Ubuntu: sudo add-apt-repository universe), then run $script again"
    done
    advice="try: apt-get update && apt-get install ${missing[*]}"
    if ! apt_install "${missing[@]}"; then
      apt_update # the lists may be older than the archive
      step "Installing ${missing[*]}" "$advice" apt_install "${missing[@]}"
    fi
    for package in "${missing[@]}"; do
      installed "$package" || die "the package $package is still not installed" "$advice"
    done
  fi
  install_optional ${optional[@]+"${optional[@]}"}
}

# One run of apt for all of them, which takes a fraction of the time of one run each; where that fails, each one by itself.
install_optional() {
  local package there=() lacking
  if [ $# -eq 0 ]; then return; fi
  lacking=$(absent "$@")
  if [ -n "$lacking" ] && [ -z "$(ls /var/lib/apt/lists/*_Packages* 2>/dev/null)" ]; then
    apt_update
    lacking=$(absent "$@")
  fi
  for package in "$@"; do
    if grep -qx -- "$package" <<<"$lacking"; then
      say "note: no package $package in this system's release: what needs it is skipped, and says so"
    else
      there+=("$package")
    fi
  done
  if [ ${#there[@]} -eq 0 ] || apt_install "${there[@]}"; then return; fi
  for package in "${there[@]}"; do
    installed "$package" || apt_install "$package" ||
      say "note: the package $package could not be installed: what needs it is skipped, and says so"
  done
}

# configure PRESET [OPTION...]
configure() {
  local preset=$1
  shift
  step "Configuring build/$preset" "the lines above name what is missing; a stale build folder is mended by: rm -rf build/$preset" \
    cmake --preset "$preset" "$@"
}

# build PRESET TARGET...
build() {
  local preset=$1
  shift
  step "Building build/$preset ($*)" "the first error above is the cause; with little memory, try: ASSAY_JOBS=1 $0" \
    cmake --build "$root/build/$preset" --parallel "${ASSAY_JOBS:-$(nproc)}" --target "$@"
}
