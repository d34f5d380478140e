import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const packages = {
  'aardvark-dns': 'aardvark-dns',
  buildah: 'buildah',
  curl: 'curl',
  debootstrap: 'debootstrap',
  ip: 'iproute2',
  iptables: 'iptables',
  netavark: 'netavark',
  openssl: 'openssl',
  podman: 'podman',
  runc: 'runc',
  unshare: 'util-linux',
};

/** One line for each thing that is missing, and the command that installs the programs. */
export function missingForContainers() {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    // podman's own programs.
    '/usr/lib/podman',
    '/usr/libexec/podman',
  ];
  const missing = Object.keys(packages).filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  );
  const install = `apt-get install --no-install-recommends ${missing.map((name) => packages[name]).join(' ')}`;
  return [
    ...(process.platform === 'linux' ? [] : ['Linux']),
    ...(process.getuid?.() === 0
      ? []
      : ['root, for namespaces of networks and to install Debian in a folder']),
    ...(missing.length > 0 ? [`${missing.join(', ')}: in Debian ${install}`] : []),
  ];
}
