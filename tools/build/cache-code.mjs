import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nodeOptions } from './bundle-manifest.mjs';
import { workspace } from './compile-programs.mjs';

/** How our programs end without settings. */
const endWithoutSettings = 78;

/** Makes the code caches of the programs that run until they are told to stop: those are replaced and scaled. */
export function cacheCode(folder, programs) {
  for (const program of programs.filter((each) => each in nodeOptions)) cacheProgram(folder, program);
}

function cacheProgram(folder, program) {
  const maker = join(workspace, 'tools/build/bundle-cache.cjs');
  const args = [...nodeOptions[program], maker, folder, program];
  const { status, stderr } = spawnSync(process.execPath, args, { env: {}, encoding: 'utf8' });
  if (status !== endWithoutSettings) throw new Error(`${program} does not get to its settings:\n${stderr}`);
}
