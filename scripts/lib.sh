# shellcheck shell=bash
# What the scripts share: words for people, requirements, and steps that run only when their inputs changed.

DATA_DIR=$(realpath -m "${DATA_DIR:-data}")
export DATA_DIR

# What Go compiles for one step and in one folder serves all: the folder's name is left out, and nothing of it is in C. Nor is what
# only a debugger asks for in it, which is a fifth of the work. A compiler ends before its memory has to be tidied up: another fifth.
export GOFLAGS="${GOFLAGS:+$GOFLAGS }-trimpath -gcflags=all=-dwarf=false -ldflags=-w '-toolexec=env GOGC=off GOMEMLIMIT=1GiB'" CGO_ENABLED=0

# A terminal or a pipe that is gone must not keep a script from tidying up.
say() { printf '%s\n' "$*" 2>/dev/null || true; }
fail() {
  printf 'error: %s\n' "$*" >&2 || true
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# at_least MINIMUM VERSION
at_least() { [[ $(printf '%s\n' "$1" "$2" | sort -V | head -n 1) == "$1" ]]; }

need_go() {
  local minimum
  minimum=$(awk '$1 == "go" { print $2 }' go.mod)
  have go || fail "Go is missing; install Go $minimum or newer"
  at_least "$minimum" "$(go env GOVERSION | sed 's/^go//')" || fail "$(go version) is too old; Go $minimum is needed"
}

need_node() {
  if ! have node || ! have npm; then fail 'Node.js with npm is missing; install Node.js 20.19 or newer'; fi
  at_least 20.19 "$(node -p process.versions.node)" || fail "Node.js $(node -v) is too old; 20.19 or newer is needed"
}

# digest PATH…: one hash over the names and contents of the files below, without what is built or installed there.
digest() {
  find "$@" \( -name node_modules -o -name dist \) -prune -o -type f -print0 |
    sort -z | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1
}

# once NAME HASH COMMAND…: runs the command unless it already succeeded with this hash.
once() {
  local mark=build/stamps/$1 hash=$2
  shift 2
  [[ -f $mark && $(<"$mark") == "$hash" ]] && return
  rm -f "$mark"
  "$@" || return
  mkdir -p build/stamps
  printf '%s\n' "$hash" >"$mark"
}

# packages FOLDER [build]: installs exactly what the lock file of the folder names; with build only what a build needs, unless
# all of it was asked for before.
packages() {
  local name=packages-${1//\//-} without='' hash
  [[ -d $1/node_modules ]] || rm -f "build/stamps/$name" "build/stamps/$name-build"
  [[ ${2-} != build || -f build/stamps/$name ]] || name=$name-build without=--omit=dev
  hash=$(cat "$1/package.json" "$1/package-lock.json" <(node -v) | sha256sum | cut -d ' ' -f 1)
  once "$name" "$hash" npm_ci "$1" ${without:+"$without"}
}

# npm_ci FOLDER [--omit=dev]
npm_ci() { (folder=$PWD && cd "$1" && { installed "${2-}" || "$folder/scripts/npm-ci" ${2:+"$2"}; }); }

# Whether everything the lock names is there already, or what a build needs of it: npm writes down beside the packages what it has
# installed, at the end.
installed() {
  node -e '
    const read = name => JSON.parse(require("fs").readFileSync(name, "utf8")).packages;
    const [had, wanted] = [read("node_modules/.package-lock.json"), read("package-lock.json")];
    const isNeeded = ([path, { dev, optional }]) => path && !optional && !(dev && process.argv[1]);
    const isThere = ([path, { version }]) => had[path]?.version === version;
    process.exit(Object.entries(wanted).filter(isNeeded).every(isThere) ? 0 : 1);
  ' -- ${1:+"$1"} 2>/dev/null
}
