// Builds the programs of one project for this workspace: packages stay in node_modules. `deploy-bundle.mjs` bundles them too.
// A program is a file of the project's source root that project.json names under "programs".
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compilePrograms, workspace } from './compile-programs.mjs';

const project = process.argv[2];
const outdir = join(workspace, 'dist', project);
const { metadata, sourceRoot } = JSON.parse(readFileSync(join(workspace, project, 'project.json'), 'utf8'));

rmSync(outdir, { recursive: true, force: true });
await compilePrograms({
  entryPoints: metadata.programs.map((program) => `${sourceRoot}/${program}.ts`),
  outdir,
  packages: 'external',
});

// Templates are read at run time from the folder `templates` beside the program.
for (const templates of globSync([`${project}/src/**/templates`, 'libs/*/src/templates'], {
  cwd: workspace,
})) {
  cpSync(join(workspace, templates), join(outdir, basename(templates)), { recursive: true });
}
