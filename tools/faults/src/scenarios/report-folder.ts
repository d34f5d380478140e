import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Made empty, for the history and the logs of a scenario's last run. */
export function reportFolder(scenario: string): string {
  const folder = join(process.cwd(), 'reports', 'faults', scenario);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
