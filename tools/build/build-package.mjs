// `build-package.mjs LIBRARY`: builds the library as a package for npm, in dist: ES modules, CommonJS and types, without dependencies.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from './compile-programs.mjs';
import { licencesOf } from './package-licences.mjs';

const [project] = process.argv.slice(2);
const source = join(workspace, project);
const outdir = join(workspace, 'dist', project);
const { version, license } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
const own = JSON.parse(readFileSync(join(source, 'package.template.json'), 'utf8'));

rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir, { recursive: true });

const common = {
  absWorkingDir: workspace,
  entryPoints: [`${project}/src/index.ts`],
  bundle: true,
  // Not `node`: the same files run in browsers.
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['import'],
  target: 'es2022',
  tsconfig: 'tsconfig.base.json',
  metafile: true,
};
const { metafile } = await build({ ...common, format: 'esm', outfile: join(outdir, 'index.mjs') });
await build({ ...common, format: 'cjs', outfile: join(outdir, 'index.cjs') });

const { status } = spawnSync(
  process.execPath,
  [join(workspace, 'node_modules/typescript/bin/tsc'), '-p', join(source, 'tsconfig.package.json')],
  { stdio: 'inherit' },
);
if (status !== 0) process.exit(1);
// The declarations are those of CommonJS; this file makes them those of an ES module too.
writeFileSync(join(outdir, 'types/index.d.mts'), "export * from './index.js';\n");

writeFileSync(join(outdir, 'package.json'), `${JSON.stringify({ ...own, version, license }, null, 2)}\n`);
writeFileSync(join(outdir, 'THIRD-PARTY-LICENSES.txt'), licencesOf(metafile));
copyFileSync(join(source, 'README.md'), join(outdir, 'README.md'));
copyFileSync(join(workspace, 'LICENSE'), join(outdir, 'LICENSE'));
