// The API server and `kubectl`, built once from the Go module proxy and kept for the next run.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { moduleFile } from './kubernetes-module.mjs';

export const kubernetesVersion = '1.35.0';
const folder = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  `governance-cluster/${kubernetesVersion}`,
);
const programs = ['kube-apiserver', 'kubectl'];
const needed = [
  { name: 'go', args: ['version'], advice: 'Go 1.25 or later, from https://go.dev/dl' },
  { name: 'etcd', args: ['--version'], advice: 'etcd 3.4 or later, in Debian: apt-get install etcd-server' },
];

/** One line for each missing program. */
export function missingPrograms() {
  const missing = needed.filter(({ name, args }) => spawnSync(name, args).status !== 0);
  return [
    ...(process.platform === 'linux' ? [] : ['Linux']),
    ...missing.map(({ name, advice }) => `${name}: ${advice}`),
  ];
}

/** The built files by name. Building takes some minutes on two cores. */
export function builtPrograms() {
  const files = Object.fromEntries(programs.map((name) => [name, join(folder, name)]));
  if (Object.values(files).every(existsSync)) return files;
  console.log(`Building Kubernetes ${kubernetesVersion} into ${folder}, once`);
  const source = join(folder, 'source');
  mkdirSync(source, { recursive: true });
  const go = (...args) =>
    execFileSync('go', args, { cwd: source, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  writeFileSync(join(source, 'go.mod'), 'module governance.example/cluster\n');
  const { GoMod } = JSON.parse(go('mod', 'download', '-json', `k8s.io/kubernetes@v${kubernetesVersion}`));
  writeFileSync(join(source, 'go.mod'), moduleFile(readFileSync(GoMod, 'utf8'), kubernetesVersion));
  for (const [name, file] of Object.entries(files)) {
    go('build', '-mod=mod', '-o', `${file}.new`, `k8s.io/kubernetes/cmd/${name}`);
    // An interrupted build leaves no half of a program.
    renameSync(`${file}.new`, file);
  }
  return files;
}
