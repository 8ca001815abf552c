# shellcheck shell=bash disable=SC2034 # whoever reads this file uses what it sets
# What scripts/run and scripts/dev share: processes that run beside each other and end together.

for tool in setpriv setsid flock timeout; do have $tool || fail "$tool is missing; it comes with util-linux and coreutils"; done

# If make is killed, so are we: the kernel sends TERM, and the traps below do the rest.
if [[ -z ${BOUND-} ]]; then
  BOUND=1 exec setpriv --pdeathsig TERM -- "$0" "$@"
fi
unset BOUND

export HOST=${HOST:-127.0.0.1} PORT=${PORT:-8080}
logs=$DATA_DIR/logs
usual=$(umask)
umask 077 # what is stored is the owner's alone; what is built is not
service=''

# answers PORT PATH PATTERN: true if a line of the answer matches.
answers() {
  # shellcheck disable=SC2016 # the inner shell expands them
  timeout 3 bash -c 'exec 3<>"/dev/tcp/$0/$1" && printf "GET %s HTTP/1.0\r\n\r\n" "$2" >&3 && grep -q "$3" <&3' \
    "$HOST" "$@" 2>/dev/null
}
taken() { (exec 3<>"/dev/tcp/$HOST/$1") 2>/dev/null; }
alive() { [[ -n $1 ]] && kill -0 "$1" 2>/dev/null; }
pause() { sleep "$1" & wait $! || true; } # unlike a plain sleep, a signal ends it at once

# launch NAME LOG COMMAND…: starts the command under a guard and leaves the guard's process id in the variable NAME.
launch() {
  local name=$1 log=$logs/$2
  shift 2
  (umask "${mask:-077}" && exec scripts/guard "$@") >"$log" 2>&1 </dev/null &
  printf -v "$name" %s $!
}

stop() {
  local code=$?
  trap '' INT TERM HUP
  jobs -p | xargs -r kill 2>/dev/null || true
  wait || true
  exit "$code"
}
trap stop EXIT
trap 'say; say "Stopping."; exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
trap : PIPE

# hold_data: nobody else may work on the data folder meanwhile.
hold_data() {
  { mkdir -p "$logs" && : >"$logs/run.log"; } 2>/dev/null || fail "cannot write to the data folder $DATA_DIR"
  exec {lock}>"$logs/run.log"
  flock -n "$lock" || fail "another make run is using the data folder $DATA_DIR"
  ! taken "$PORT" || fail "port $PORT is in use; stop what listens there or choose another: PORT=8081 make run"
}

# reason LOG: what the service said last, whole where it is a report of several lines.
reason() {
  awk '/^poolkeeper: / { report = 1; text = "" } { text = (report ? text $0 "\n" : $0 "\n") } END { printf "%s", text }' "$1"
}
