// `build-command.mjs APP`: builds a command-line program as a package for npm, in dist: one file, which needs nothing but Node. Packages
// in its `peerDependencies` and `optionalDependencies` stay outside: it works without them. Their versions are those of the workspace.
import { build } from 'esbuild';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from './compile-programs.mjs';
import { licencesOf } from './package-licences.mjs';

const [project] = process.argv.slice(2);
const source = join(workspace, project);
const outdir = join(workspace, 'dist', project);
const { version, license, dependencies } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
const own = JSON.parse(readFileSync(join(source, 'package.template.json'), 'utf8'));
const [file] = Object.values(own.bin);
const { peerDependencies: peers = {}, optionalDependencies: optional = {} } = own;

rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir, { recursive: true });

const { metafile } = await build({
  absWorkingDir: workspace,
  entryPoints: [`${project}/src/main.ts`],
  outfile: join(outdir, file),
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  mainFields: ['module', 'main'],
  tsconfig: 'tsconfig.base.json',
  metafile: true,
  external: Object.keys({ ...peers, ...optional }).flatMap((name) => [name, `${name}/*`]),
  // Node reads the whole file at each start: half of it is white space and comments. Names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  define: {
    governanceVersion: JSON.stringify(version),
    governanceEngines: JSON.stringify(own.engines.node),
  },
  banner: {
    // Some packages are CommonJS: in an ES module they need a `require`.
    js: "#!/usr/bin/env node\nimport { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
  },
});
chmodSync(join(outdir, file), 0o755);

const withVersions = (packages) =>
  Object.fromEntries(Object.keys(packages).map((name) => [name, `^${dependencies[name]}`]));
const manifest = {
  ...own,
  optionalDependencies: withVersions(optional),
  peerDependencies: withVersions(peers),
  version,
  license,
};
writeFileSync(join(outdir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(join(outdir, 'THIRD-PARTY-LICENSES.txt'), licencesOf(metafile));
copyFileSync(join(source, 'README.md'), join(outdir, 'README.md'));
copyFileSync(join(workspace, 'LICENSE'), join(outdir, 'LICENSE'));
