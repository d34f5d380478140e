#!/bin/sh
# What the image of PostgreSQL does: a new data directory runs the scripts of docker-entrypoint-initdb.d.
set -eu
data=/var/lib/postgresql/data
programs=/opt/postgres/bin
socket=/var/run/postgresql

if [ ! -s "$data/PG_VERSION" ]; then
  umask 077
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  "$programs/initdb" --pgdata="$data" --username=postgres --pwfile=/tmp/password --locale=C.UTF-8 \
    --auth-local=trust --auth-host=scram-sha-256
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  "$programs/pg_ctl" --pgdata="$data" --wait --options="-c listen_addresses= -k $socket" start
  for script in /docker-entrypoint-initdb.d/*.sql; do
    psql --host="$socket" --username=postgres --set=ON_ERROR_STOP=1 --file="$script"
  done
  "$programs/pg_ctl" --pgdata="$data" --wait stop
fi
exec "$programs/postgres" -D "$data" -c 'listen_addresses=*' -k "$socket"
