// Bundles the programs of one project, each with esbuild; SWC compiles TypeScript because Nest needs decorator metadata.
// A program is a file of the project's src folder that package.json names under "programs".
import { transform } from '@swc/core';
import { build } from 'esbuild';
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = process.argv[2];
const outdir = join(root, 'dist', project);
const { metadata } = JSON.parse(readFileSync(join(root, project, 'project.json'), 'utf8'));
const swc = JSON.parse(readFileSync(join(root, 'tools/build/swc.json'), 'utf8'));

const decoratorMetadata = {
  name: 'decorator-metadata',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const { code } = await transform(source, {
        ...swc,
        filename: path,
        swcrc: false,
        module: { type: 'es6' },
      });
      return { contents: code, loader: 'js' };
    });
  },
};

rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: metadata.programs.map((program) => join(root, project, 'src', `${program}.ts`)),
  outdir,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  packages: 'external',
  keepNames: true,
  sourcemap: 'linked',
  tsconfig: join(root, 'tsconfig.json'),
  plugins: [decoratorMetadata],
});

// Templates are read at run time from the folder `templates` beside the program.
for (const templates of globSync([`${project}/src/**/templates`, 'libs/*/src/templates'], { cwd: root })) {
  cpSync(join(root, templates), join(outdir, basename(templates)), { recursive: true });
}
