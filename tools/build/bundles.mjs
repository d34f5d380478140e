import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from './compile-programs.mjs';

const contents = {
  'public-api': { project: 'apps/public-api' },
  // Both surfaces use the schema, and each can be deployed alone.
  'platform-api': { project: 'apps/platform-api', also: { migrate: 'apps/public-api/src/migrate.ts' } },
  'identity-provider': {
    project: 'apps/identity-provider',
    // `dev-token` signs tokens of any user, for development.
    without: ['dev-token'],
  },
  witness: { project: 'apps/witness' },
};

export const bundleNames = Object.keys(contents);

/** The programs of a bundle by name, each with its entry point. */
export function programsOf(bundle) {
  const { project, also = {}, without = [] } = contents[bundle];
  const { metadata, sourceRoot } = JSON.parse(readFileSync(join(workspace, project, 'project.json'), 'utf8'));
  const own = metadata.programs.filter((program) => !without.includes(program));
  return { ...Object.fromEntries(own.map((program) => [program, `${sourceRoot}/${program}.ts`])), ...also };
}
