import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The share of its core that a service may use: little enough that it is full long before the generator and PostgreSQL are. */
const cpuShare = 0.25;
/** Short, because a service that has used its share pauses until the period ends. */
const periodMicroseconds = 5_000;
const quotaMicroseconds = cpuShare * periodMicroseconds;

/** The control groups of versions 1 and 2, by a file that only they have, with the files that limit the CPU. */
const versions = [
  {
    root: '/sys/fs/cgroup/cpu',
    sign: 'cpu.cfs_quota_us',
    limits: { 'cpu.cfs_period_us': periodMicroseconds, 'cpu.cfs_quota_us': quotaMicroseconds },
  },
  {
    root: '/sys/fs/cgroup',
    sign: 'cgroup.controllers',
    limits: { 'cpu.max': `${quotaMicroseconds} ${periodMicroseconds}` },
  },
];

/**
 * Limits the CPU of a process, as Kubernetes does, until its scope ends. Programs that compete for the core would instead leave
 * the process less while it never waits, so its capacity would not be that during an overload.
 *
 * @throws if this user may not create a control group.
 */
export function limitCpu(pid: number): Disposable {
  const version = versions.find(({ root, sign }) => existsSync(join(root, sign)));
  if (!version) throw new Error('the system has no control groups');
  const { root, limits } = version;
  const group = join(root, `limited-${pid}`);
  mkdirSync(group);
  for (const [file, limit] of Object.entries(limits)) writeFileSync(join(group, file), String(limit));
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return {
    [Symbol.dispose]: () => {
      for (const member of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
        writeFileSync(join(root, 'cgroup.procs'), member);
      rmdirSync(group);
    },
  };
}
