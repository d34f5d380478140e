import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectApplied, manifests } from '../real/kubectl';
import { isAllowed, outside, peers, type Target, targets } from './support/peers';
import { create, Pods } from './support/pods';

/** What the policies name is at the address of the node here, and names and hosts are in no namespace. */
const addressed = ['to-database', 'to-mail-server'];
const unnamed = ['to-dns', 'to-identity-provider'];
const ipBlock = { cidr: `${outside}/32` };
const patches = [
  ...addressed.map((name) => ({
    target: { kind: 'NetworkPolicy', name },
    patch: JSON.stringify([{ op: 'replace', path: '/spec/egress/0/to/0/ipBlock', value: ipBlock }]),
  })),
  ...unnamed.map((name) => ({
    target: { kind: 'NetworkPolicy', name },
    patch: JSON.stringify([{ op: 'add', path: '/spec/egress/0/to/-', value: { ipBlock } }]),
  })),
];

const overlay = mkdtempSync(join(manifests, 'proof-'));
const pods = new Pods();

beforeAll(async () => {
  writeFileSync(join(overlay, 'kustomization.yaml'), JSON.stringify({ resources: ['../base'], patches }));
  expectApplied('-k', overlay);
  for (const namespace of ['governance', 'ingress', 'monitoring', 'default']) {
    await create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    const metadata = { name: 'default', namespace };
    await create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata });
  }
  await pods.start();
});
afterAll(() => {
  pods.stop();
  rmSync(overlay, { recursive: true });
});

describe('the network policies', () => {
  it('are needed: where no plugin enforces them, every connection is made', () => {
    for (const peer of peers) expect([peer.name, pods.refusals(peer)]).toEqual([peer.name, []]);
  });

  describe('with a plugin that enforces them', () => {
    let refusals: ReadonlyMap<string, readonly string[]>;
    const titles = (of: readonly Target[]): readonly string[] => of.map(({ title }) => title);
    beforeAll(async () => {
      await pods.enforce();
      refusals = new Map(peers.map((peer) => [peer.name, titles(pods.refusals(peer))]));
    });

    it.each(peers.map((peer) => [peer.name, peer] as const))(
      'let %s make the connections that are listed, and no other',
      (name, peer) => {
        const unlisted = targets.filter((target) => target.peer !== peer && !isAllowed(peer, target));
        expect(refusals.get(name)).toEqual(titles(unlisted));
      },
    );

    it('let the internal ingress controller alone reach the management API', () => {
      const reaching = [...refusals].filter(
        ([, titled]) => !titled.includes('identity-provider management-api'),
      );
      expect(reaching.map(([name]) => name)).toEqual(['identity-provider', 'ingress-internal']);
    });
  });
});
