import { given, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { askAs, type ClientProbe, clientProbes } from './support/client-probes';
import {
  callers,
  type ClientCaller,
  type ClientWorld,
  isVisibleTo,
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
  const lists = admins.map(async (token) => (await app.ask('GET', '/org/clients?limit=200', { token })).body);
  return Promise.all(lists);
}

/** Hidden clients come first, so that the state is compared before the visible ones change. */
async function expectVisibleAlone(world: ClientWorld, caller: ClientCaller, probe: Probe): Promise<void> {
  const ask = askAs(world.app, world.tokenOf(caller));
  const visible = world.clients.filter((client) => isVisibleTo(caller, client));
  if (probe.kind === 'list') {
    const known = new Set(world.clients.map(({ id }) => id));
    const shown = (await probe.shown(ask)).filter((id) => known.has(id));
    expect(shown.toSorted()).toEqual(visible.map(({ id }) => id).toSorted());
    return;
  }
  const before = await stateOf(world);
  const unknown = partsOf(await probe.act(ask, randomUUID()));
  for (const { id } of world.clients.filter((client) => !visible.includes(client)))
    expect(partsOf(await probe.act(ask, id))).toEqual(unknown);
  expect(await stateOf(world)).toEqual(before);
  for (const { id } of visible) {
    const answer = await probe.act(ask, id);
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
  for (const { id } of world.clients) expect((await probe.act(ask, id)).status).toBe(403);
  expect(await stateOf(world)).toEqual(before);
}

it('every route about clients has a probe in this matrix', () => {
  expect(Object.keys(clientProbes).toSorted()).toEqual(routes.map(({ route }) => route).toSorted());
});

describe.each(cases)('$route', ({ access, probe }) => {
  const world = given(newClientWorld, beforeEach);

  it.each(callers)('shows $name visible clients alone, of forty § 10.22b 10.22d 10.22e', async (caller) => {
    expect(world.clients).toHaveLength(40);
    const isPermitted = caller.permissions.some((held) => held === access);
    await (isPermitted ? expectVisibleAlone : expectForbidden)(world, caller, probe);
  });
});
