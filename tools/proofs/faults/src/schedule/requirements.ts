import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { clockLibrary } from '../system/moved-clock';
import { catalogue, type FaultName } from './catalogue';
import { type Requirement } from './catalogued-fault';

const isRoot = process.getuid?.() === 0;

function hasProgram(name: string): boolean {
  try {
    execFileSync('which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What this machine lacks for a requirement; undefined if it has it. */
const lacks: Readonly<Record<Requirement, () => string | undefined>> = {
  'a disk': () => (isRoot ? undefined : 'only root can mount a disk'),
  clock: () => (existsSync(clockLibrary) ? undefined : 'the package faketime is not installed'),
  'memory limit': () =>
    isRoot && hasProgram('prlimit') && hasProgram('setpriv')
      ? undefined
      : 'it takes root and the programs prlimit and setpriv',
  tracer: () => (isRoot && hasProgram('strace') ? undefined : 'it takes root and the package strace'),
};

/** The selected faults that this machine cannot have, with the reason. */
export function impossibleFaults(names: readonly FaultName[]): ReadonlyMap<FaultName, string> {
  const reasons = new Map<FaultName, string>();
  for (const fault of catalogue) {
    if (!names.includes(fault.name) || fault.needs === undefined) continue;
    const reason = lacks[fault.needs]();
    if (reason !== undefined) reasons.set(fault.name, reason);
  }
  return reasons;
}
