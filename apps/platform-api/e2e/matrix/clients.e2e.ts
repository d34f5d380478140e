import { given, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { askAs, type ClientProbe, clientProbes } from './support/client-probes';
import {
  callers,
  type ClientCaller,
  type ClientWorld,
  isVisibleTo,
  type NamedClient,
  newClientWorld,
} from './support/client-world';
import { privateRows } from './support/rows';

const aboutClients = /^org:(?:clients|results|campaigns|audit):/;
const routes = privateRows.filter(({ access }) => aboutClients.test(access));

type Probe = Exclude<ClientProbe, { kind: 'none' }>;

const cases = routes.flatMap(({ route, access }) => {
  const probe = clientProbes[route];
  return probe === undefined || probe.kind === 'none' ? [] : [{ route, access, probe }];
});

const partsOf = ({ status, text }: HttpAnswer): unknown => [status, text];

/** What the account-admins of both organizations see. */
async function stateOf({ app, admins }: ClientWorld): Promise<unknown> {
  const ask = async (path: string, token: string) =>
    (await app.ask('GET', `${path}?limit=200`, { token })).body;
  return Promise.all(
    ['/org/clients', '/org/results'].flatMap((path) => admins.map((token) => ask(path, token))),
  );
}

/** Hidden clients come first, so that the state is compared before the visible ones change. */
async function expectVisibleAlone(world: ClientWorld, caller: ClientCaller, probe: Probe): Promise<void> {
  const ask = askAs(world.app, world.tokenOf(caller));
  const visible = world.clients.filter((client) => isVisibleTo(caller, client));
  if (probe.kind === 'list') {
    const shown = new Set(await probe.shown(ask));
    const isShown = ({ id, resultId }: NamedClient): boolean => shown.has(id) || shown.has(resultId);
    expect(world.clients.filter(isShown)).toEqual(visible);
    return;
  }
  const before = await stateOf(world);
  const capability = visible[0]?.capability ?? '';
  const none = { id: randomUUID(), resultId: randomUUID(), capability };
  const unknown = partsOf(await probe.act(ask, none));
  for (const client of world.clients.filter((each) => !visible.includes(each)))
    expect(partsOf(await probe.act(ask, { ...client, capability }))).toEqual(unknown);
  expect(await stateOf(world)).toEqual(before);
  for (const client of visible) {
    const answer = await probe.act(ask, client);
    expect([probe.isDone(answer), answer.text]).toEqual([true, answer.text]);
  }
}

async function expectForbidden(world: ClientWorld, caller: ClientCaller, probe: Probe): Promise<void> {
  const ask = askAs(world.app, world.tokenOf(caller));
  if (probe.kind === 'list') {
    await expect(probe.shown(ask)).rejects.toThrow('403');
    return;
  }
  const before = await stateOf(world);
  for (const client of world.clients) expect((await probe.act(ask, client)).status).toBe(403);
  expect(await stateOf(world)).toEqual(before);
}

it('every route about clients has a probe in this matrix', () => {
  expect(Object.keys(clientProbes).toSorted()).toEqual(routes.map(({ route }) => route).toSorted());
});

describe.each(cases)('$route', ({ access, probe }) => {
  const isOnce = probe.kind === 'item' && probe.isOnce === true;
  const world = given(newClientWorld, isOnce ? beforeEach : beforeAll);

  it.each(callers)('shows $name visible clients alone, of forty § 10.22b 10.22d 10.22e', async (caller) => {
    expect(world.clients).toHaveLength(40);
    const isPermitted = caller.permissions.some((held) => held === access);
    await (isPermitted ? expectVisibleAlone : expectForbidden)(world, caller, probe);
  });
});
