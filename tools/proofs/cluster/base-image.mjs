// A stand-in for the image of Node that the Dockerfile starts from, for machines that reach no registry of images: the same Debian
// from its packages, the same Node and its npm from theirs.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { imagesFolder, podman } from './podman.mjs';
import { run } from './run.mjs';

const debian = 'bookworm';
const mirror = 'http://deb.debian.org/debian';
const securityMirror = 'http://deb.debian.org/debian-security';
const npmVersion = '11.19.1';

const files = {
  'etc/apt/sources.list': [
    `deb ${mirror} ${debian} main`,
    `deb ${mirror} ${debian}-updates main`,
    `deb ${securityMirror} ${debian}-security main`,
  ],
  // As in Debian's own images: no downloaded package stays in a layer.
  'etc/apt/apt.conf.d/docker-clean': [
    'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };',
    'APT::Update::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };',
    'Dir::Cache::pkgcache "";',
    'Dir::Cache::srcpkgcache "";',
  ],
  // As in those images that are called slim.
  'etc/dpkg/dpkg.cfg.d/docker': [
    'path-exclude /usr/share/doc/*',
    'path-include /usr/share/doc/*/copyright',
    ...['man', 'locale', 'info', 'groff', 'lintian', 'linda'].map(
      (name) => `path-exclude /usr/share/${name}/*`,
    ),
  ],
  'usr/local/bin/docker-entrypoint.sh': [
    '#!/bin/sh',
    'set -e',
    'if [ "${1#-}" != "${1}" ] || [ -z "$(command -v "${1}")" ]; then set -- node "$@"; fi',
    'exec "$@"',
  ],
};

const changes = [
  'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'ENTRYPOINT ["docker-entrypoint.sh"]',
  'CMD ["node"]',
];

/** What Debian's slim images leave out. */
const left = ['doc', 'man', 'locale', 'info'].map((name) => `./usr/share/${name}/*`);

/** Builds it once for each version of Node and of this file. Resolves to its name, which is that in the Dockerfile. */
export async function buildBaseImage({ root, log, signal }) {
  const name = /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync(join(root, 'docker/Dockerfile'), 'utf8'))?.[1];
  const reference = `docker.io/library/${name}`;
  const recipe = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(name)
    .digest('hex');
  const label = await podman(['image', 'inspect', '--format', '{{.Config.Labels.recipe}}', reference], {
    signal,
  }).catch(() => '');
  if (label.trim() === recipe) return reference;
  log(`Building the stand-in for ${name}, once`);
  mkdirSync(imagesFolder, { recursive: true });
  const folder = mkdtempSync(join(imagesFolder, 'base-'));
  try {
    const tree = join(folder, 'tree');
    await install(tree, { root, signal });
    const archive = join(folder, 'base.tar');
    const leaveOut = left.map((path) => `--exclude=${path}`);
    await run('tar', ['--numeric-owner', ...leaveOut, '-C', tree, '-cf', archive, '.'], { signal });
    const options = [...changes, `LABEL recipe=${recipe}`].flatMap((change) => ['--change', change]);
    await podman(['import', ...options, archive, reference], { signal });
    return reference;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function install(tree, { root, signal }) {
  // In a mount namespace of its own, nothing that it mounts outlives it.
  const privately = ['--mount', '--propagation=private'];
  await run('unshare', [...privately, 'debootstrap', '--variant=minbase', debian, tree, mirror], { signal });
  await run('chroot', [tree, 'apt-get', 'clean'], { signal });
  rmSync(join(tree, 'var/lib/apt/lists'), { recursive: true });
  mkdirSync(join(tree, 'var/lib/apt/lists/partial'), { recursive: true });
  for (const [path, lines] of Object.entries(files)) {
    mkdirSync(join(tree, path, '..'), { recursive: true });
    writeFileSync(join(tree, path), `${lines.join('\n')}\n`, { mode: path.endsWith('.sh') ? 0o755 : 0o644 });
  }
  await run(
    'chroot',
    [tree, 'useradd', '--uid', '1000', '--user-group', '--create-home', '--shell', '/bin/bash', 'node'],
    {
      signal,
    },
  );
  const node = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
  copyFileSync(join(root, node), join(tree, 'usr/local/bin/node'));
  const npm = ['install', '--global', '--prefix', join(tree, 'usr/local'), `npm@${npmVersion}`];
  await run('npm', npm, { cwd: root, signal });
}
