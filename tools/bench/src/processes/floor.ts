import { freePort } from '@governance/testing';
import { join } from 'node:path';
import { type Bench } from '../bench';
import { PinnedProgram } from './pinned-program';

/** Starts a reference of `tools/bench/floors`, which listens on `PORT` and answers 200 at `/health`. */
export async function startFloor(
  bench: Bench,
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<PinnedProgram> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  return PinnedProgram.start(bench, {
    name,
    script: [floorFile(name)],
    env: { PORT: String(port), ...env },
    readyUrl: `${origin}/health`,
    origin,
  });
}

export function floorFile(name: string): string {
  return join(process.cwd(), 'dist/tools/bench/floors', `${name}.js`);
}
