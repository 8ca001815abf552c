# shellcheck shell=bash disable=SC2034,SC2154 # with scripts/service.sh, of which it uses what that sets
# Directus beside the panel, for scripts/run and scripts/dev: it is installed meanwhile at the lowest priority, started once the
# service answers, and none of its troubles stops the panel. With CONTENT_URL somebody else runs it.

export CONTENT_PORT=${CONTENT_PORT:-8055}
content='' content_stage=none

# check_content COMMAND: its port is free.
check_content() {
  [[ -n ${CONTENT_URL-} ]] || ! taken "$CONTENT_PORT" ||
    fail "port $CONTENT_PORT is in use; choose another for Directus: CONTENT_PORT=8056 make $1"
}

install_content() {
  [[ -z ${CONTENT_URL-} ]] || return 0
  content_stage=installing
  [[ -f directus-schema/service/node_modules/.installed ]] || scripts/content/licence
  # Linux may share the processor among sessions first, and the guard begins one: then its own priority is what counts.
  # shellcheck disable=SC2016 # the inner shell expands it
  mask=$usual launch content content-install.log bash -c '{ echo 19 >/proc/self/autogroup; } 2>/dev/null; exec nice -n 19 "$@"' low scripts/content/install
}

# tend_content is called once a second or so.
tend_content() {
  case $content_stage in
  installing)
    ! alive "$content" || return 0
    wait "$content" || lose_content "could not be installed" content-install.log || return 0
    content_stage=waiting
    ;;
  waiting)
    alive "$service" || return 0
    launch content content.log scripts/content/start
    content_stage=starting
    ;;
  starting | joined)
    alive "$content" || lose_content "stopped" content.log || return 0
    if [[ $content_stage == starting ]] && answers "$PORT" /readyz '"content" *: *"ok"'; then
      content_stage=joined
      say "Directus has joined after $SECONDS s, at http://127.0.0.1:$CONTENT_PORT"
    fi
    ;;
  esac
}

lose_content() {
  content='' content_stage=lost
  say "Directus $1 ($(tail -n 1 "$logs/$2" | cut -c 1-200)); see $logs/$2. The panel goes on with the last good texts."
  return 1
}

greet_content() {
  ! alive "$content" || say 'Directus     is being installed beside it (about a minute, once) and joins when ready'
}
