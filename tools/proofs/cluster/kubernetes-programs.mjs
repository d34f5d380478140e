// The programs of Kubernetes and of containers, built once from the Go module proxy and kept for the next run.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { moduleFile } from './kubernetes-module.mjs';

export const kubernetesVersion = '1.35.0';
export const containerdVersion = '2.3.7';
export const kubeRouterVersion = '2.1.0';
/** Debian installs it outside the search path. */
export const networkPlugins = '/usr/lib/cni';

const definitions = [
  {
    module: 'github.com/kedacore/keda/v2',
    version: 'v2.21.0',
    folder: 'config/crd/bases',
    files: ['keda.sh_scaledobjects', 'keda.sh_triggerauthentications'],
  },
  {
    module: 'github.com/cloudnative-pg/cloudnative-pg',
    version: 'v1.30.1',
    folder: 'config/crd/bases',
    files: ['clusters', 'databases', 'databaseroles', 'poolers', 'scheduledbackups'].map(
      (kind) => `postgresql.cnpg.io_${kind}`,
    ),
  },
  {
    module: 'github.com/cloudnative-pg/plugin-barman-cloud',
    version: 'v0.15.0',
    folder: 'config/crd/bases',
    files: ['barmancloud.cnpg.io_objectstores'],
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    folder: 'example/prometheus-operator-crd',
    files: ['monitoring.coreos.com_podmonitors', 'monitoring.coreos.com_prometheusrules'],
  },
];

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'governance-cluster');
const ofServer = ['kube-apiserver', 'kubectl'];
const ofNode = ['kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy'];
const ofContainers = ['containerd', 'containerd-shim-runc-v2', 'ctr'];

const neededByServer = [
  { name: 'go', args: ['version'], advice: 'Go 1.25 or later, from https://go.dev/dl' },
  { name: 'etcd', args: ['--version'], advice: 'etcd 3.4 or later, in Debian: apt-get install etcd-server' },
];
/** Besides those of containers. */
const neededByNode = [
  { name: 'ipset', args: ['--version'] },
  { name: 'conntrack', args: ['--version'] },
  { name: 'dnsmasq', args: ['--version'], from: 'dnsmasq-base' },
  { name: join(networkPlugins, 'bridge'), args: [], from: 'containernetworking-plugins' },
];

const neededByPolicies = [
  { name: 'ipset', args: ['--version'] },
  { name: 'iptables', args: ['--version'] },
  { name: 'ip', args: ['-V'], from: 'iproute2' },
];

/** One line for each missing program. */
export function missingPrograms({ isNode, enforcesPolicies }) {
  const others = isNode ? neededByNode : enforcesPolicies ? neededByPolicies : [];
  const needed = [...neededByServer, ...others];
  const missing = needed.filter(({ name, args }) => !isInstalled(name, args));
  return [
    ...(process.platform === 'linux' ? [] : ['Linux']),
    ...missing.map(
      ({ name, from = name, advice = `in Debian: apt-get install ${from}` }) => `${name}: ${advice}`,
    ),
  ];
}

function isInstalled(name, args) {
  return name.startsWith('/') ? existsSync(name) : spawnSync(name, args).status === 0;
}

/** The files of the API server and `kubectl`, by name. Building takes some minutes on two cores. */
export function builtPrograms() {
  return builtOf(kubernetesVersion, ofServer, buildKubernetes);
}

/** Files with the definitions of resources that the components use, from the modules of their operators. */
export function resourceDefinitions() {
  return definitions.flatMap(({ module, version, folder, files }) => {
    const { Dir } = JSON.parse(
      execFileSync('go', ['mod', 'download', '-json', `${module}@${version}`], { encoding: 'utf8' }),
    );
    return files.map((name) => join(Dir, folder, `${name}.yaml`));
  });
}

/** The files of all programs that a node needs, by name. Building takes another ten minutes on two cores. */
export function builtNodePrograms() {
  return {
    ...builtOf(kubernetesVersion, [...ofServer, ...ofNode], buildKubernetes),
    ...builtOf(`containerd-${containerdVersion}`, ofContainers, buildContainerd),
    ...builtOf('pause', ['pause'], buildPause),
  };
}

/** The program that enforces network policies. */
export function builtPolicyProgram() {
  return builtOf(`kube-router-${kubeRouterVersion}`, ['kube-router'], buildKubeRouter);
}

function builtOf(name, programs, build) {
  const folder = join(cache, name);
  const files = Object.fromEntries(programs.map((program) => [program, join(folder, program)]));
  const missing = programs.filter((program) => !existsSync(files[program]));
  if (missing.length === 0) return files;
  console.log(`Building ${missing.join(', ')} into ${folder}, once`);
  const source = join(folder, 'source');
  mkdirSync(source, { recursive: true });
  const go = (args, env = {}) =>
    execFileSync('nice', ['go', ...args], {
      cwd: source,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  build({ go, source, missing, files });
  return files;
}

function buildKubernetes({ go, source, missing, files }) {
  writeFileSync(join(source, 'go.mod'), 'module governance.example/cluster\n');
  const { GoMod } = JSON.parse(go(['mod', 'download', '-json', `k8s.io/kubernetes@v${kubernetesVersion}`]));
  writeFileSync(join(source, 'go.mod'), moduleFile(readFileSync(GoMod, 'utf8'), kubernetesVersion));
  for (const name of missing) {
    go(['build', '-mod=mod', '-o', `${files[name]}.new`, `k8s.io/kubernetes/cmd/${name}`]);
    keep(files[name]);
  }
}

function buildContainerd({ go, source, missing, files }) {
  for (const name of missing) {
    const command = `github.com/containerd/containerd/v2/cmd/${name}@v${containerdVersion}`;
    go(['install', command], { GOBIN: source });
    renameSync(join(source, name), files[name]);
  }
}

function buildKubeRouter({ go, source, files }) {
  const command = `github.com/cloudnativelabs/kube-router/v2/cmd/kube-router@v${kubeRouterVersion}`;
  go(['install', command], { GOBIN: source });
  renameSync(join(source, 'kube-router'), files['kube-router']);
}

/** The program of the container that holds the network of a pod. It waits for its end. */
function buildPause({ go, source, files: { pause } }) {
  writeFileSync(join(source, 'go.mod'), 'module governance.example/pause\n\ngo 1.25\n');
  const text = [
    'package main',
    'import ("os"; "os/signal"; "syscall")',
    'func main() { end := make(chan os.Signal, 1); signal.Notify(end, syscall.SIGINT, syscall.SIGTERM); <-end }',
  ].join('\n\n');
  writeFileSync(join(source, 'main.go'), `${text}\n`);
  // The image has no libraries.
  go(['build', '-o', `${pause}.new`, '.'], { CGO_ENABLED: '0' });
  keep(pause);
}

/** An interrupted build leaves no half of a program. */
function keep(file) {
  renameSync(`${file}.new`, file);
}
