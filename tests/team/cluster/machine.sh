# Replaces what only a separate machine has (its name and address, packages, users, systemd, SSH), and npm, which would
# install, so that the blocks of the operator's page run on one machine as any user. The other programs are real.
# MACHINE is the machine's folder, ADDRESS its address, NAME its name; FLEET has all machines; ALMANAC is the program.

hostname() { case "$1" in -I) echo "$ADDRESS " ;; -s) echo "$NAME" ;; esac; }
chown() { :; }
useradd() { :; }

# The packages are installed already: this only creates the folders and settings files that they would bring.
apt-get() {
  mkdir -p "$MACHINE"/etc/{default,patroni,pgbouncer,haproxy,postgresql-common,systemd/system} "$MACHINE"/usr/local/bin \
    "$MACHINE"/var/{lib/etcd,lib/postgresql,lib/haproxy,run/postgresql,log/postgresql} "$MACHINE"/{run/haproxy,root,srv,opt}
  cp -f /etc/postgresql-common/createcluster.conf "$MACHINE"/etc/postgresql-common/ 2>/dev/null || :
}

# scp -rp FOLDER root@ADDRESS:/root/almanac
scp() {
  local to=${!#}
  to=${to#root@}
  mkdir -p "$FLEET/${to%%:*}/root"
  cp -Rp "$2" "$FLEET/${to%%:*}/root/almanac"
}

# The repository has commits without files; npm below makes the program that the page uses.
git() {
  test -d "$FLEET/repository" || newer_commit
  command git "$@"
}
newer_commit() {
  command git init --quiet "$FLEET/repository"
  command git -C "$FLEET/repository" -c user.name=Page -c user.email=page@localhost commit --quiet --allow-empty --message newer
}
npm() {
  mkdir -p .build/service
  printf 'import(%s);\n' "'$ALMANAC'" > .build/service/cli.js
  printf '{ "type": "module" }\n' > package.json
  node .build/service/cli.js "${@:5}"
}

unit_file() {
  local file=$MACHINE/etc/systemd/system/$1.service
  test -f "$file" || file=/lib/systemd/system/$1.service
  sed -E -f "$FLEET/paths.sed" "$file" | sed -e "s#%H#$NAME#g" -e "s#%p#$1#g" -e "s#%d#$MACHINE/run/credentials#g" \
    -e "s#@MACHINE@#$MACHINE#g"
}

# Starts the command of a unit, with only the environment that the unit sets.
start_unit() {
  local unit words file value
  unit=$(unit_file "$1")
  words=$(sed -n 's/^ExecStart=//p' <<< "$unit")
  mkdir -p "$MACHINE/run/credentials" "$MACHINE/var/lib/almanac"
  while IFS=: read -r value file; do test -z "$value" || install -m 600 "$file" "$MACHINE/run/credentials/$value"; done \
    <<< "$(sed -n 's/^LoadCredential=//p' <<< "$unit")"
  {
    sed -n 's/^Environment=//p' <<< "$unit" | sed -E 's/"([A-Z_]+)=([^"]*)"/\1="\2"/g; s/^/export /'
    while read -r file; do test ! -f "$file" || sed -E '/^[A-Z_]+=/s/^/export /' "$file"; done \
      <<< "$(sed -n 's/^EnvironmentFile=-\?//p' <<< "$unit")"
    echo "exec $words"
  } > "$MACHINE/run/$1.start"
  if grep -q '^Type=oneshot' <<< "$unit"; then env -i PATH="$PATH" bash -eu "$MACHINE/run/$1.start"; return; fi
  env -i PATH="$PATH" LANG=C.UTF-8 setsid bash "$MACHINE/run/$1.start" >> "$MACHINE/run/$1.log" 2>&1 < /dev/null &
  echo $! > "$MACHINE/run/$1.pid"
}

stop_unit() {
  local pid
  test -f "$MACHINE/run/$1.pid" || return 0
  pid=$(cat "$MACHINE/run/$1.pid")
  rm "$MACHINE/run/$1.pid"
  kill "$pid" 2>/dev/null || return 0
  for _ in {1..150}; do kill -0 "$pid" 2>/dev/null || return 0; sleep 0.1; done
  kill -9 -- "-$pid"
}

systemctl() {
  local verb= unit= now=
  for word; do
    case "$word" in
      --now) now=1 ;;
      --*) ;;
      *) if test -z "$verb"; then verb=$word; else unit=${word%.service}; fi ;;
    esac
  done
  case "$verb $unit" in *.timer | daemon-reload*) return ;; esac
  case "$verb" in
    enable) test -z "$now" || start_unit "$unit" ;;
    start) start_unit "$unit" ;;
    stop) stop_unit "$unit" ;;
    restart) stop_unit "$unit"; start_unit "$unit" ;;
    reload) kill -USR2 "$(cat "$MACHINE/run/$unit.pid")" ;;
    *) echo "systemctl $*: not known here" >&2; return 1 ;;
  esac
}
