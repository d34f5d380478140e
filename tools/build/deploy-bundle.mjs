// `npm run deploy:bundle -- NAME [--out FOLDER]`: a folder with everything that a deployment needs but Node (docs/releases.md).
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { asciiSource } from './ascii-source.mjs';
import { external, packagesOf } from './bundle-packages.mjs';
import { cacheCode } from './cache-code.mjs';
import { lockOf, manifestOf } from './bundle-manifest.mjs';
import { bundleNames, programsOf } from './bundles.mjs';
import { nameClassesAlone, unnamed } from './class-names.mjs';
import { compilePrograms, workspace } from './compile-programs.mjs';

/** Built in memory and as if for one place, so that the bytes do not tell where they were written. */
const outdir = 'dist/deploy/bundle/code';

/** A file of code is a function, which `bundle-start.cjs` calls; loaded by `require` it is what is exported. */
const opening =
  "((program) => (typeof module === 'object' ? (module.exports = program) : program))" +
  '((function (exports, require, module, __filename, __dirname) {';

async function compile(programs) {
  const { metafile, outputFiles } = await compilePrograms({
    entryPoints: Object.entries(programs).map(([out, file]) => ({ in: file, out })),
    outdir,
    external,
    // Some packages are ES modules that ask where they are, which CommonJS knows by another name.
    define: { 'import.meta.url': 'moduleUrl' },
    banner: {
      js: `${opening}const moduleUrl = require('node:url').pathToFileURL(__filename).href;${unnamed}`,
    },
    footer: { js: '}))' },
    sourcesContent: false,
    write: false,
    metafile: true,
  });
  const place = join(workspace, outdir);
  const files = outputFiles.map(({ path, text }) => [
    relative(place, path),
    path.endsWith('.js') ? asciiSource(nameClassesAlone(text)) : text,
  ]);
  return { metafile, files };
}

/** The folders `templates` beside code that is in the bundle. */
function templatesOf({ outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(files.map((file) => join(workspace, dirname(file), 'templates')));
  return [...folders].filter((folder) => existsSync(folder));
}

/** Makes room for a bundle; what is no earlier bundle is left alone. */
function clear(folder, name) {
  const isThere = existsSync(folder) && readdirSync(folder).length > 0;
  const manifest = join(folder, 'package.json');
  const isBundle = existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === name;
  if (isThere && !isBundle)
    throw new Error(`${folder} holds something else. Empty it, or name another folder.`);
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true });
  const [name, ...others] = positionals;
  if (!bundleNames.includes(name) || others.length > 0)
    throw new Error(`Usage: npm run deploy:bundle -- ${bundleNames.join('|')} [--out FOLDER]`);
  const folder = resolve(values.out ?? join(workspace, 'dist/deploy', name));
  const programs = programsOf(name);
  const { files, metafile } = await compile(programs);
  const manifest = manifestOf({ name, programs: Object.keys(programs), packages: packagesOf(metafile) });
  const lock = await lockOf(manifest);

  clear(folder, name);
  mkdirSync(join(folder, 'code'), { recursive: true });
  for (const [file, contents] of files) writeFileSync(join(folder, 'code', file), contents);
  for (const program of Object.keys(programs))
    copyFileSync(join(workspace, 'tools/build/bundle-start.cjs'), join(folder, `${program}.js`));
  for (const templates of templatesOf(metafile))
    cpSync(templates, join(folder, 'templates'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'package-lock.json'), lock);
  // None of the packages needs a script, and one of them would report its installation.
  writeFileSync(join(folder, '.npmrc'), 'ignore-scripts=true\n');
  cacheCode(folder, Object.keys(programs));
  process.stdout.write(`${folder}\n`);
}

main().catch(({ message }) => {
  console.error(message);
  process.exitCode = 1;
});
