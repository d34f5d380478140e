import { until } from '@governance/testing';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { kubectl, kubectlFile } from '../../real/kubectl';
import { outside, type Peer, peers, type Target, targets } from './peers';

const node = 'node';
const listen = `
for (const port of process.argv.slice(1)) require('node:net').createServer((socket) => socket.end()).listen(Number(port), '0.0.0.0');
setInterval(() => undefined, 60_000);`;
const connect = `
const made = ({ address: host, port }) => new Promise((resolve) => {
  const socket = require('node:net').connect({ host, port, timeout: 3_000 });
  const end = (isMade) => { socket.destroy(); resolve(isMade); };
  socket.on('connect', () => end(true)).on('error', () => end(false)).on('timeout', () => end(false));
});
Promise.all(JSON.parse(process.argv[1]).map(made)).then((all) => console.log(JSON.stringify(all)));`;

/** What a kubelet and a network would make of the pods. */
export class Pods {
  private readonly programs: ChildProcess[] = [];

  async start(): Promise<void> {
    ip('link add pods type bridge');
    ip('address add 10.244.0.1/16 dev pods');
    ip('link set pods up');
    await create({ apiVersion: 'v1', kind: 'Node', metadata: { name: node } });
    setStatus(`node/${node}`, { addresses: [{ type: 'InternalIP', address: outside }] });
    for (const peer of peers) await this.add(peer);
    for (const { address, port } of targets.filter((target) => target.peer === undefined))
      createServer((socket) => socket.end())
        .listen(port, address)
        .unref();
    await until(() => this.refusals(peers[0]).length === 0);
  }

  /** Enforces the policies, from now on. */
  async enforce(): Promise<void> {
    const flags = ['firewall=true', 'router=false', 'service-proxy=false', 'loadbalancer=false'];
    this.run(process.env.KUBE_ROUTER ?? '', [
      `--kubeconfig=${process.env.KUBECONFIG ?? ''}`,
      `--hostname-override=${node}`,
      ...flags.map((flag) => `--run-${flag}`),
      '--service-cluster-ip-range=10.96.0.0/16',
      '--enable-ipv6=false',
      '--health-port=0',
    ]);
    const stranger = peers.find(({ name }) => name === 'stranger');
    await until(() => this.refusals(stranger).length > 0);
  }

  /** The targets to which a pod cannot connect. */
  refusals(peer: Peer | undefined): readonly Target[] {
    const asked = targets.filter((target) => target.peer !== peer);
    const addresses = asked.map(({ address, port }) => ({ address, port }));
    const script = [process.execPath, '-e', connect, JSON.stringify(addresses)];
    const printed = execFileSync('ip', ['netns', 'exec', peer?.name ?? '', ...script], { encoding: 'utf8' });
    const made = JSON.parse(printed) as boolean[];
    return asked.filter((_target, index) => made[index] === false);
  }

  stop(): void {
    for (const program of this.programs) program.kill('SIGKILL');
  }

  private async add(peer: Peer): Promise<void> {
    const { name, namespace, labels, address, ports, spec } = peer;
    const inside = `netns exec ${name} ip`;
    const [link = ''] = address.split('.').slice(-1);
    ip(`netns add ${name}`);
    ip(`link add pod${link} type veth peer name eth0 netns ${name}`);
    ip(`link set pod${link} master pods up`);
    ip(`${inside} link set lo up`);
    ip(`${inside} address add ${address}/16 dev eth0`);
    ip(`${inside} link set eth0 up`);
    ip(`${inside} route add default via 10.244.0.1`);
    const numbers = ports.map(({ containerPort }) => String(containerPort));
    this.run('ip', ['netns', 'exec', name, process.execPath, '-e', listen, ...numbers]);
    await create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace, labels },
      spec: { ...spec, nodeName: node },
    });
    const podIPs = [{ ip: address }];
    setStatus(`-n ${namespace} pod/${name}`, {
      phase: 'Running',
      hostIP: outside,
      podIP: address,
      podIPs,
    });
  }

  private run(program: string, args: readonly string[]): void {
    this.programs.push(spawn(program, args, { stdio: 'ignore' }));
  }
}

export async function create(object: object): Promise<void> {
  const child = spawn(kubectlFile, ['apply', '--server-side', '-f', '-'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(JSON.stringify(object));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`kubectl refused ${JSON.stringify(object).slice(0, 200)}`);
}

function setStatus(object: string, status: object): void {
  const options = ['--subresource=status', '--type=merge', '-p', JSON.stringify({ status })];
  const { code, stderr } = kubectl('patch', ...options, ...object.split(' '));
  if (code !== 0) throw new Error(stderr);
}

function ip(command: string): void {
  execFileSync('ip', command.split(' '), { stdio: ['ignore', 'ignore', 'inherit'] });
}
