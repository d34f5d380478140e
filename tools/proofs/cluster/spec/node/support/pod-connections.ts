import { until } from '@governance/testing';
import { domain, outside, type Site } from './site';

/** Prints whether a connection was made: a policy refuses it, or lets it wait. */
const connect = `
const [host, port] = process.argv.slice(-2);
const socket = require('node:net').connect({ host, port: Number(port), timeout: 3_000 });
const end = (text) => { console.log(text); process.exit(); };
socket.on('connect', () => end('made'));
socket.on('error', () => end('refused'));
socket.on('timeout', () => end('refused'));
`;

/** Connections from pods, which no program makes by itself. */
export class PodConnections {
  constructor(private readonly site: Site) {}

  /** From a pod, such as `-n governance deploy/public-api`, to a pod of a program or outside the cluster. */
  async from(pod: string, to: string, port: number): Promise<string> {
    const host = to === 'outside' ? outside : await this.addressOf(to);
    const printed = await this.site.operator.done(
      `kubectl exec -i ${pod} -- node - ${host} ${port}`,
      connect,
    );
    return printed.trim();
  }

  /** Pods that could be ingress controllers: the internal one by its label, and the public one. */
  async startControllers(): Promise<void> {
    const { operator } = this.site;
    await operator.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ingress' } });
    for (const name of ['ingress-internal', 'ingress-public']) {
      const container = {
        name: 'node',
        image: `registry.${domain}/governance/public-api:0.1.0`,
        imagePullPolicy: 'Never',
        args: ['node', '-e', 'setInterval(() => undefined, 1_000)'],
      };
      await operator.create({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, namespace: 'ingress', labels: { 'app.kubernetes.io/instance': name } },
        spec: { automountServiceAccountToken: false, containers: [container] },
      });
    }
    await operator.done('kubectl -n ingress wait --for=condition=Ready --timeout=60s pod --all');
    // The policies learn of pods a moment later.
    const internal = '-n ingress ingress-internal';
    await until(async () => (await this.from(internal, 'identity-provider', 3003)) === 'made');
  }

  private async addressOf(program: string): Promise<string> {
    const { items } = await this.site.operator.read<{
      readonly items: readonly { readonly status: { readonly podIP: string } }[];
    }>(`pods --selector=app.kubernetes.io/name=${program} --field-selector=status.phase=Running`);
    return items[0]?.status.podIP ?? '';
  }
}
