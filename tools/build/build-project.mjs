// `build-project.mjs PROJECT`: builds its programs for this workspace; packages stay in node_modules. `deploy-bundle.mjs` bundles them too.
// `build-project.mjs PROJECT --watch PROGRAM…`: builds these programs again whenever one of their source files changes.
// A program is a file of the project's source root that project.json names under "programs".
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { compilePrograms, watchPrograms, workspace } from './compile-programs.mjs';

const {
  values: { watch },
  positionals: [project, ...names],
} = parseArgs({ options: { watch: { type: 'boolean' } }, allowPositionals: true });
const outdir = join(workspace, 'dist', project);
const { metadata, sourceRoot } = JSON.parse(readFileSync(join(workspace, project, 'project.json'), 'utf8'));
const programs = watch ? names : metadata.programs;
const options = {
  entryPoints: programs.map((program) => `${sourceRoot}/${program}.ts`),
  outdir,
  packages: 'external',
};

if (watch) {
  await watchPrograms({ ...options, logLevel: 'warning' });
} else {
  rmSync(outdir, { recursive: true, force: true });
  await compilePrograms(options);
  // Templates are read at run time from the folder `templates` beside the program.
  for (const templates of globSync([`${project}/src/**/templates`, 'libs/*/src/templates'], {
    cwd: workspace,
  }))
    cpSync(join(workspace, templates), join(outdir, basename(templates)), { recursive: true });
}
