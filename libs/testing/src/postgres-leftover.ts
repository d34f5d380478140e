import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endProcess, type RunningProcess, runningProcess, stillRuns } from './running-process';

/** A server that an earlier, killed parent left running on a data directory. */
export interface LeftoverServer {
  readonly process: RunningProcess;
  readonly port: number;
}

/** `postmaster.pid`: process, data directory, start time, port, and more (PostgreSQL, miscadmin.h). */
function readPidFile(cluster: string): { pid: number; port: number } | undefined {
  try {
    const [pid, , , port] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n').map(Number);
    return pid === undefined || Number.isNaN(pid) ? undefined : { pid, port: port ?? 0 };
  } catch {
    return undefined;
  }
}

/**
 * The server that runs on this data directory. A pid file whose number now belongs to another program is removed:
 * PostgreSQL would refuse to start because of it. Other stale pid files PostgreSQL clears itself.
 */
export function leftoverServer(cluster: string): LeftoverServer | undefined {
  const found = readPidFile(cluster);
  const process = found && runningProcess(found.pid);
  if (!process) return undefined;
  if (process.command.includes(`-D ${cluster}`)) return { process, port: found.port };
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  return undefined;
}

/** SIGINT is PostgreSQL's fast shutdown: sessions are ended, everything committed is kept. */
export function stopLeftover(server: LeftoverServer): Promise<void> {
  return endProcess(server.process, { signal: 'SIGINT', graceMs: 20_000 });
}

/** It is not our child, so its end is no event: it has to be asked for. */
export async function endOfLeftover(server: LeftoverServer): Promise<void> {
  while (stillRuns(server.process)) await delay(500, undefined, { ref: false });
}
