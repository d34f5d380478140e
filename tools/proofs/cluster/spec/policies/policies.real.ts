import { documentedRelease } from '../node/support/operator';
import { PodConnections } from '../node/support/pod-connections';
import { type Site, startSite } from '../node/support/site';

let site: Site;
let connections: PodConnections;

beforeAll(async () => {
  site = await startSite();
  connections = new PodConnections(site);
  await site.operator.done(documentedRelease.migration);
  await site.operator.done(documentedRelease.rollout);
  await site.startIngress();
});
afterAll(() => site.stop());

describe('the network policies', () => {
  it.each([
    ['public-api', 'outside', 5432],
    ['platform-worker', 'outside', 443],
    ['public-worker', 'outside', 587],
    ['public-worker', 'public-browser', 9222],
  ] as const)('let %s connect to %s, port %s', async (program, to, port) => {
    expect(await connections.from(`-n governance deploy/${program}`, to, port)).toBe('made');
  });

  it.each([
    ['public-api', 'outside', 587],
    ['public-worker', 'outside', 443],
    ['public-browser', 'outside', 5432],
    ['public-browser', 'outside', 53],
    ['public-api', 'public-browser', 9222],
    ['public-api', 'identity-provider', 3003],
    ['platform-api', 'identity-provider', 3002],
    ['platform-api', 'public-api', 3000],
    ['platform-api', 'public-api', 9101],
  ] as const)('refuse a connection from %s to %s, port %s', async (program, to, port) => {
    expect(await connections.from(`-n governance deploy/${program}`, to, port)).toBe('refused');
  });

  it('let the internal ingress controller alone connect to the management API', async () => {
    await connections.startControllers();
    const from = (name: string, port: number): Promise<string> =>
      connections.from(`-n ingress ${name}`, 'identity-provider', port);
    expect(await from('ingress-internal', 3003)).toBe('made');
    expect(await from('ingress-public', 3002)).toBe('made');
    expect(await from('ingress-public', 3003)).toBe('refused');
    expect(await from('ingress-public', 9103)).toBe('refused');
  });
});
