// `npm run release -- bundle NAME [--out FOLDER]`: a folder with everything a deployment needs except Node (docs/releases.md).
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundledPackages, packagesOf } from './bundle-packages.mjs';
import { lockOf, manifestOf } from './bundle-manifest.mjs';
import { bundleNames, programsOf } from './bundles.mjs';
import { compilePrograms, workspace } from './compile-programs.mjs';
import { buildMissingPageScripts } from './page-scripts.mjs';

/** Built in memory for a fixed folder, so that the bytes do not depend on the output folder. */
const outdir = 'dist/deploy/bundle';

async function compile(programs) {
  const { metafile, outputFiles } = await compilePrograms({
    entryPoints: Object.entries(programs).map(([out, file]) => ({ in: file, out })),
    outdir,
    ...bundledPackages,
    write: false,
    metafile: true,
  });
  const place = join(workspace, outdir);
  return { metafile, files: outputFiles.map(({ path, contents }) => [relative(place, path), contents]) };
}

/** The folders `templates` beside bundled code. */
function templatesOf({ outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(files.map((file) => join(workspace, dirname(file), 'templates')));
  return [...folders].filter((folder) => existsSync(folder));
}

/** Deletes an earlier bundle. @throws if the folder has other content. */
function clear(folder, name) {
  const isThere = existsSync(folder) && readdirSync(folder).length > 0;
  const manifest = join(folder, 'package.json');
  const isBundle = existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === name;
  if (isThere && !isBundle) throw new Error(`${folder} is not a bundle. Empty it, or use another folder.`);
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true });
  const [name, ...others] = positionals;
  if (!bundleNames.includes(name) || others.length > 0)
    throw new Error(`Usage: npm run release -- bundle ${bundleNames.join('|')} [--out FOLDER]`);
  const folder = resolve(values.out ?? join(workspace, 'dist/deploy', name));
  const programs = programsOf(name);
  await buildMissingPageScripts();
  const { files, metafile } = await compile(programs);
  const manifest = manifestOf({ name, programs: Object.keys(programs), packages: packagesOf(metafile) });
  const lock = await lockOf(manifest);

  clear(folder, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, contents] of files) writeFileSync(join(folder, file), contents);
  for (const templates of templatesOf(metafile))
    cpSync(templates, join(folder, 'templates'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'package-lock.json'), lock);
  // No package needs a script, and one would report its installation.
  writeFileSync(join(folder, '.npmrc'), 'ignore-scripts=true\n');
  process.stdout.write(`${folder}\n`);
}

main().catch(({ message }) => {
  console.error(message);
  process.exitCode = 1;
});
