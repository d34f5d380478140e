// The services of a compose file as arguments of `podman run`. podman has no Compose of its own, and the one on PyPI does not wait
// for a service to be healthy without systemd.
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';

const variable = /\$\{(\w+)(?:(:?[-?])([^}]*))?\}/g;

/** The services without a profile by name, in the order in which they can start. @throws if a required variable is missing. */
export function servicesOf(text, variables) {
  const { services } = substituted(parse(text, { merge: true }), variables);
  const ordered = new Map();
  const visit = (name) => {
    if (ordered.has(name)) return;
    for (const other of Object.keys(services[name].depends_on ?? {})) visit(other);
    ordered.set(name, services[name]);
  };
  for (const [name, { profiles = [] }] of Object.entries(services)) if (profiles.length === 0) visit(name);
  return ordered;
}

/** `podman network create` for each network of the file. */
export function networkArguments(text) {
  const { name: project, networks } = parse(text);
  return Object.entries(networks).map(([name, { internal }]) => [
    'network',
    'create',
    ...(internal ? ['--internal'] : []),
    `${project}_${name}`,
  ]);
}

/** What `podman run` has instead of each member of a service. Those with an empty list are followed by the caller. */
const options = {
  build: () => [],
  cap_drop: (names) => names.map((name) => `--cap-drop=${name}`),
  command: () => [],
  depends_on: () => [],
  environment: (values) => Object.entries(values).map(([name, value]) => `--env=${name}=${value}`),
  healthcheck: () => [],
  image: () => [],
  mem_limit: (limit) => [`--memory=${limit}`],
  network_mode: (mode) => [`--network=${mode}`],
  networks: (names, { project, name }) => names.map((each) => `--network=${project}_${each}:alias=${name}`),
  pids_limit: (limit) => [`--pids-limit=${limit}`],
  ports: (ports) => ports.map((port) => `--publish=${port}`),
  pull_policy: () => [],
  read_only: (isReadOnly) => [`--read-only=${isReadOnly}`, '--read-only-tmpfs=false'],
  restart: (policy) => [`--restart=${policy}`],
  security_opt: (all) => all.map((each) => `--security-opt=${each.replace(':', '=')}`),
  stop_grace_period: (period) => [`--stop-timeout=${Number.parseInt(period, 10)}`],
  tmpfs: (mounts) => mounts.map((mount) => `--tmpfs=${mount}`),
  user: (user) => [`--user=${user}`],
  volumes: (volumes, { project, folder }) =>
    volumes.map((volume) => `--volume=${source(volume, { project, folder })}`),
};

/** @returns {string[]} @throws for a member that it does not know, so that none is left out. */
export function runArguments(service, { project, name, file }) {
  const place = { project, name, folder: dirname(file) };
  const given = Object.entries(service).flatMap(([member, value]) => {
    if (!(member in options)) throw new Error(`${name} has ${member}, which is unknown here`);
    return options[member](value, place);
  });
  return [
    'run',
    '--detach',
    '--pull=never',
    `--name=${name}`,
    // podman repeats checks by systemd, which a machine may lack.
    '--no-healthcheck',
    ...given,
    service.image,
    ...(service.command ?? []),
  ];
}

function source(volume, { project, folder }) {
  return volume.startsWith('.') ? resolve(folder, volume) : `${project}_${volume}`;
}

/** After parsing, as Compose does: an empty text stays a text. */
function substituted(value, variables) {
  if (typeof value === 'string') return value.replaceAll(variable, (...match) => valueOf(match, variables));
  if (Array.isArray(value)) return value.map((each) => substituted(each, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, substituted(each, variables)]),
  );
}

function valueOf([, name, operator, rest = ''], variables) {
  const value = variables[name];
  if (value !== undefined && (value !== '' || !operator?.startsWith(':'))) return value;
  if (operator?.endsWith('?')) throw new Error(`${name} is missing: ${rest}`);
  return rest;
}
