import { allowed } from '../../../../deploy/spec/support/kubernetes/network-rules';
import { manifestsOf } from '../../../../deploy/spec/support/kubernetes/manifest-rule';
import { readManifests } from '../../../../deploy/spec/support/kubernetes/manifests';

export const outside = process.env.NODE_ADDRESS ?? '';
/** Of names, the identity provider, the mail server, the database, and one that no pod needs. */
const portsOutside = [53, 443, 587, 5432, 25];

export interface Port {
  readonly name: string;
  readonly containerPort: number;
}

/** A pod. Without a kubelet, a network namespace has its address, and listens on its ports. */
export interface Peer {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly address: string;
  readonly ports: readonly Port[];
  /** What the list of connections calls it. */
  readonly titles: readonly string[];
  readonly spec: object;
}

export interface Target {
  /** Undefined outside the cluster. */
  readonly peer?: Peer;
  readonly address: string;
  readonly port: number;
  readonly title: string;
}

const idle = {
  automountServiceAccountToken: false,
  containers: [{ name: 'any', image: 'registry.invalid/any' }],
};
const others = [
  {
    name: 'ingress-internal',
    namespace: 'ingress',
    labels: { 'app.kubernetes.io/instance': 'ingress-internal' },
    titles: ['ingress', 'ingress app.kubernetes.io/instance=ingress-internal'],
  },
  {
    name: 'ingress-public',
    namespace: 'ingress',
    labels: { 'app.kubernetes.io/instance': 'ingress-public' },
    titles: ['ingress'],
  },
  { name: 'prometheus', namespace: 'monitoring', labels: {}, titles: ['monitoring'] },
  { name: 'stranger', namespace: 'default', labels: {}, titles: [] },
];

/** Of every program, two ingress controllers, monitoring, and of someone else. */
export const peers: readonly Peer[] = [
  ...manifestsOf(readManifests()).workloads.map(({ name, pod, container }) => ({
    name,
    namespace: 'governance',
    labels: pod.metadata.labels,
    ports: container.ports,
    titles: [`app.kubernetes.io/name=${name}`],
    spec: pod.spec,
  })),
  ...others.map((other) => ({ ...other, ports: [], spec: idle })),
].map((peer, index) => ({ ...peer, address: `10.244.0.${10 + index}` }));

export const targets: readonly Target[] = [
  ...portsOutside.map((port) => ({ address: outside, port, title: `outside ${port}` })),
  ...peers.flatMap((peer) =>
    peer.ports.map(({ name, containerPort }) => ({
      peer,
      address: peer.address,
      port: containerPort,
      title: `${peer.name} ${name}`,
    })),
  ),
];

/** Whether the list of connections has it, at both ends. */
export function isAllowed(from: Peer, to: Target): boolean {
  return sends(from, to) && (to.peer === undefined || receives(to.peer, from, to.title));
}

function sends({ name, namespace }: Peer, { peer, port, title }: Target): boolean {
  if (namespace !== 'governance') return true;
  const list = allowed[name] ?? [];
  if (peer) return list.includes(`to app.kubernetes.io/name=${title}/TCP`);
  // The addresses of organizations' providers are not ours.
  const ours = list.filter((line) => line.startsWith('to ') && !/ without | app\./.test(line));
  return ours.some((line) => line.split(' ').includes(`${port}/TCP`));
}

function receives({ name }: Peer, { titles }: Peer, title: string): boolean {
  const port = title.slice(name.length + 1);
  return titles.some((from) => allowed[name]?.includes(`from ${from} ${port}/TCP`));
}
