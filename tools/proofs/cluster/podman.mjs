// podman with a store, networks and settings of its own: it neither sees nor changes other containers of this machine.
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';

/** What the next run can use again. */
export const imagesFolder = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'governance-cluster/images',
);
const runFolder = '/run/governance-cluster';

const settings = `[containers]
# A process without CAP_SYS_RESOURCE cannot raise its own limits for a container.
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
# Without systemd there is no journal.
log_driver = "k8s-file"

[engine]
# These need no systemd, and also accept version 1 of cgroups.
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
static_dir = "${join(imagesFolder, 'libpod')}"
tmp_dir = "${join(runFolder, 'libpod')}"
volume_path = "${join(imagesFolder, 'volumes')}"

[network]
network_backend = "netavark"
network_config_dir = "${join(imagesFolder, 'networks')}"
`;

const storage = `[storage]
driver = "overlay"
graphroot = "${join(imagesFolder, 'storage')}"
runroot = "${join(runFolder, 'storage')}"
`;

/** The environment with which `podman` and `buildah` use this store. */
export function podmanEnvironment() {
  const files = {
    CONTAINERS_CONF: join(imagesFolder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(imagesFolder, 'storage.conf'),
  };
  // Also the place of the cache mounts of builds.
  const temporary = join(imagesFolder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  writeFileSync(files.CONTAINERS_CONF, settings);
  writeFileSync(files.CONTAINERS_STORAGE_CONF, storage);
  return { ...process.env, ...files, TMPDIR: temporary };
}

export function podman(args, options = {}) {
  return run('podman', args, { env: podmanEnvironment(), ...options });
}

/** Sends SIGTERM, and SIGKILL after the container's time. Resolves to how it ended. */
export async function stopContainer(name) {
  const began = Date.now();
  await podman(['stop', name]);
  const seconds = (Date.now() - began) / 1000;
  return { seconds, code: Number(await podman(['inspect', '--format={{.State.ExitCode}}', name])) };
}
