// Inside the namespaces: what Kubernetes would otherwise write to this machine goes into the folder of the run.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Of the bridge: of the node and of everything outside the cluster. */
export const nodeAddress = '10.99.0.1';
/** Settings of the kernel which a kubelet changes and which belong to the whole machine. */
const kernelSettings = [
  'vm/overcommit_memory',
  'vm/panic_on_oom',
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
];

export function prepareMachine(folder) {
  for (const name of ['state', 'work', 'settings']) mkdirSync(join(folder, name), { recursive: true });
  const layers = `lowerdir=/var/lib,upperdir=${join(folder, 'state')},workdir=${join(folder, 'work')}`;
  run('mount', '-t', 'overlay', 'overlay', '-o', layers, '/var/lib');
  for (const place of ['/run', '/var/log']) run('mount', '-t', 'tmpfs', 'tmpfs', place);
  for (const setting of kernelSettings.filter((name) => existsSync(join('/proc/sys', name)))) {
    const copy = join(folder, 'settings', basename(setting));
    writeFileSync(copy, readFileSync(join('/proc/sys', setting)));
    run('mount', '--bind', copy, join('/proc/sys', setting));
  }
  prepareNetwork(folder);
}

function prepareNetwork(folder) {
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', 'outside', 'type', 'bridge');
  run('ip', 'address', 'add', `${nodeAddress}/24`, 'dev', 'outside');
  run('ip', 'link', 'set', 'outside', 'up');
  // Addresses of services need a route before the rules of kube-proxy see them.
  run('ip', 'route', 'add', 'default', 'dev', 'outside');
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1');
  const resolver = join(folder, 'resolv.conf');
  writeFileSync(resolver, `nameserver ${nodeAddress}\n`);
  run('mount', '--bind', resolver, '/etc/resolv.conf');
}

function run(program, ...args) {
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}
