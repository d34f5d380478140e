import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Bench } from '../bench';
import { sendLoad, type Sent } from '../load/load';
import { type PinnedProgram } from '../processes/pinned-program';
import { productFile } from '../processes/product-file';
import { type CpuProfile, modulesOf, profileShares } from './cpu-profile';

const plant = join(process.cwd(), 'tools/bench/src/plant/profile.cjs');
const shown = 12;

export interface ProfiledLoad {
  /** Such as `public-api/main`. */
  readonly program: string;
  /** Starts it with a bench that plants the profiler, and with these settings in addition. */
  readonly start: (planted: Bench, settings: Readonly<Record<string, string>>) => Promise<PinnedProgram>;
  readonly request: Sent;
  readonly expectedStatus: number;
}

/** In words, where a program of the product spends its time once it is warm, by package. */
export async function profileUnderLoad(bench: Bench, load: ProfiledLoad): Promise<string> {
  const { program, start, request, expectedStatus } = load;
  const file = join(bench.parts.folder, 'profile.json');
  rmSync(file, { force: true });
  const planted = new Bench({ ...bench.parts, nodeArguments: ['--require', plant] });
  bench.defer(() => planted.end());
  const running = await start(planted, { PROFILE_FILE: file });
  const { origin } = running;
  const amount = bench.form.kind === 'full' ? 15_000 : 3_000;
  const send = (): Promise<unknown> => sendLoad({ request, expectedStatus, origin, amount, connections: 32 });
  await send();
  running.signal('SIGUSR2');
  await send();
  running.signal('SIGUSR2');
  while (!existsSync(file)) await delay(20);
  const profile = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  return profileShares(profile, modulesOf(readFileSync(productFile(program), 'utf8')))
    .slice(0, shown)
    .map(({ part, share }) => `${part} ${(share * 100).toFixed(1)} %`)
    .join(', ');
}
