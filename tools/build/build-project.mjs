// `build-project.mjs PROJECT`: builds its programs for this workspace: those of `apps` with their packages, as they ship.
// `build-project.mjs PROJECT --watch PROGRAM…`: rebuilds these programs when one of their source files changes.
// A program is a file in the project's source root, listed in project.json under "programs".
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundledPackages } from './bundle-packages.mjs';
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
  ...(project.startsWith('apps/') ? bundledPackages : { packages: 'external' }),
};

if (watch) {
  await watchPrograms({ ...options, logLevel: 'warning' });
} else {
  rmSync(outdir, { recursive: true, force: true });
  await compilePrograms(options);
  // Programs read templates at run time from the folder `templates` beside them.
  for (const templates of globSync([`${project}/src/**/templates`, 'libs/*/src/**/templates'], {
    cwd: workspace,
  }))
    cpSync(join(workspace, templates), join(outdir, basename(templates)), { recursive: true });
}
