// Every image of the Dockerfile, built with podman.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBaseImage } from './base-image.mjs';
import { imagesFolder, podman } from './podman.mjs';
import { run } from './run.mjs';

/** The targets that have a health check: each is the image of one process. */
export function targetsOf(dockerfile) {
  return dockerfile
    .split(/^(?=FROM )/m)
    .filter((stage) => /^HEALTHCHECK /m.test(stage))
    .map((stage) => /^FROM \S+ AS (\S+)/.exec(stage)[1]);
}

/**
 * Resolves to the name of each target's image in the store of `podman.mjs`. The first build takes about ten minutes on two
 * cores, the next one uses its layers.
 */
export async function buildImages({ root, log, signal }) {
  await buildBaseImage({ root, log, signal });
  const mounts = await machineMounts({ root, signal });
  const dockerfile = join(root, 'docker/Dockerfile');
  const images = {};
  for (const target of targetsOf(readFileSync(dockerfile, 'utf8'))) {
    const reference = `localhost/governance/${target}`;
    const began = Date.now();
    const options = ['--layers', '--pull=never', '--network=host', '--format=docker', ...mounts];
    const what = ['--file', dockerfile, '--target', target, '--tag', reference, root];
    await podman(['build', ...options, ...what], { signal });
    images[target] = reference;
    log(`${target}: ${await sizeOf(reference)} MB, built in ${((Date.now() - began) / 1000).toFixed(0)} s`);
  }
  return images;
}

/** In megabytes, as registries and `podman images` count them. */
export async function sizeOf(reference) {
  return Math.round(Number(await podman(['image', 'inspect', '--format', '{{.Size}}', reference])) / 1e6);
}

/** How this machine reaches the registries of packages, for the steps of a build only: images keep empty files of these names. */
export async function machineMounts({ root, signal }) {
  const folder = join(imagesFolder, 'machine');
  mkdirSync(folder, { recursive: true });
  const registry = await run('npm', ['config', 'get', 'registry'], { cwd: root, signal });
  const { NODE_EXTRA_CA_CERTS: authority } = process.env;
  const inside = '/run/machine-authorities.crt';
  const npmrc = [`registry=${registry.trim()}`, ...(authority ? [`cafile=${inside}`] : [])];
  writeFileSync(join(folder, 'npmrc'), `${npmrc.join('\n')}\n`, { mode: 0o600 });
  const apt = await run('apt-config', ['dump', 'Acquire'], { signal });
  writeFileSync(
    join(folder, 'apt.conf'),
    apt.match(/^Acquire::(?:https?|Check-|Retries).*\n/gm)?.join('') ?? '',
  );
  return [
    `${join(folder, 'npmrc')}:/root/.npmrc:ro`,
    `${join(folder, 'apt.conf')}:/etc/apt/apt.conf.d/99machine:ro`,
    ...(authority ? [`${authority}:${inside}:ro`] : []),
  ].flatMap((mount) => ['--volume', mount]);
}
