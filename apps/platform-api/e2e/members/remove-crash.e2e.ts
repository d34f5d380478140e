import { callHttp, type HttpAnswer, triesEachCase } from '@governance/testing';
import { type Effect, Effects, isProviderCall, type Relay, type Side, startRelay } from '../machines/relay';
import { startSystem, type System } from '../machines/system';
import { membersPath } from '../support/members';

const orgId = 'org_crashes';

/** A change of one member, with the outcome that holds after its repetition. */
interface Change {
  readonly name: string;
  readonly method: 'PATCH' | 'DELETE';
  readonly body?: object;
  readonly operation: string;

  /** The role at the provider; undefined: no membership. */
  readonly role: string | undefined;

  /** The status of a write by a token from before. */
  readonly refusal: number;
}

const changes: readonly Change[] = [
  {
    name: 'a demotion',
    method: 'PATCH',
    body: { role: 'viewer' },
    operation: 'members:update',
    role: 'viewer',
    refusal: 403,
  },
  { name: 'a removal', method: 'DELETE', operation: 'members:remove', role: undefined, refusal: 401 },
];

/** A point at which the process dies; the effect is counted from the first call to the provider. */
interface Death {
  readonly name: string;
  readonly at: number;
  readonly side: Side;
}

interface Step {
  readonly name: string;
  readonly effect: Effect;
}

const steps: readonly Step[] = [
  { name: 'its question to the provider', effect: 'call' },
  { name: 'the row of the change', effect: 'commit' },
  { name: 'its first cut-off', effect: 'commit' },
  { name: 'its call', effect: 'call' },
  { name: 'its last cut-off', effect: 'commit' },
  { name: 'its audit event', effect: 'commit' },
];
const [firstCutOff, call, event] = [2, 3, 5];
/** What a death before a later step leaves is what the one after the step before it leaves. */
const deaths: readonly Death[] = [
  { name: 'before its question to the provider', at: 0, side: 'before' },
  ...steps.map(({ name }, at) => ({ name: `after ${name}`, at, side: 'after' as const })),
];

/** A removal takes the steps of a demotion: `npm test` has it die around its call alone. */
function deathsOf({ operation }: Change): readonly Death[] {
  const all = triesEachCase || operation === 'members:update';
  return deaths.filter(({ at }) => all || at === firstCutOff || at === call);
}

/** The wire format of PostgreSQL clients: a simple query. */
const commit = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');

describe.each(changes)('kill -9 during $name', (change) => {
  const { method, body, operation, role, refusal } = change;
  const effects = new Effects();
  let system: System;
  let witness: string;
  let admin: string;
  let database: Relay;
  let provider: Relay;
  let firstCall: number;
  let count = 0;

  beforeAll(async () => {
    system = await startSystem();
    await system.identity.putOrganization(orgId);
    witness = (await system.serve('platform-api/main')).origin;
    admin = (await newAdmin()).token;
    database = await startRelay(new URL(system.databaseUrl), {
      effect: 'commit',
      isEffect: (sent) => sent.equals(commit),
      effects,
    });
    provider = await startRelay(new URL(system.identity.issuer), {
      effect: 'call',
      isEffect: isProviderCall,
      effects,
    });
  });
  afterAll(async () => {
    await system.stop();
    await database.cut();
    await provider.cut();
  });

  async function newAdmin(): Promise<{ readonly id: string; readonly token: string }> {
    count += 1;
    const [id, email] = [`member-${count}`, `member-${count}@example.com`];
    await system.identity.putMember({ orgId, email, role: 'account-admin' });
    return { id, token: await system.identity.tokenOf(email) };
  }

  /** A platform process that reaches its database and its provider through relays. */
  async function startDoomed(): Promise<{ readonly origin: string; readonly kill: () => Promise<void> }> {
    const url = new URL(await system.databaseUrlOf('platform-api/main'));
    url.port = String(database.port);
    const { origin, program } = await system.serve('platform-api/main', {
      DATABASE_URL: url.href,
      IDENTITY_MANAGEMENT_URL: `http://127.0.0.1:${provider.port}/management`,
    });
    return { origin, kill: () => program.kill() };
  }

  function ask(url: string, token: string, init: { method: string; body?: object }): Promise<HttpAnswer> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { body: sent } = init;
    return callHttp(url, { method: init.method, headers, ...(sent && { body: JSON.stringify(sent) }) });
  }

  const send = (origin: string, id: string): Promise<HttpAnswer> =>
    ask(`${origin}${membersPath}/${id}`, admin, { method, ...(body && { body }) });

  async function roleOf(id: string): Promise<unknown> {
    const { body: answer } = await system.identity.manage('GET', `/organizations/${orgId}/memberships`);
    const memberships = answer.memberships as { readonly userId: string; readonly role: string }[];
    return memberships.find(({ userId }) => userId === id)?.role;
  }

  /** 404 with the permissions of an admin. */
  const statusOf = async (token: string): Promise<number> =>
    (await ask(`${witness}${membersPath}/unknown`, token, { method: 'DELETE' })).status;

  it('its only effects are its row, two cut-offs around its call, and its audit event', async () => {
    const doomed = await startDoomed();
    const { id } = await newAdmin();
    const passed = effects.count();
    expect((await send(doomed.origin, id)).status).toBeLessThan(300);
    firstCall = passed.indexOf('call');
    expect(passed.slice(firstCall)).toEqual(steps.map(({ effect }) => effect));
    await doomed.kill();
  });

  it.each(deathsOf(change))(
    '$name leaves no more access than before, and can be repeated § 10.4w',
    async ({ at, side }) => {
      const passed = (step: number): boolean => at > step || (at === step && side === 'after');
      const doomed = await startDoomed();
      const { id, token } = await newAdmin();
      expect(await statusOf(token)).toBe(404);
      const held = effects.hold({ at: firstCall + at, side });
      void send(doomed.origin, id).catch(() => undefined);
      expect(await held).toBe(steps[at]?.effect);
      await doomed.kill();

      const happened = (await roleOf(id)) === role;
      // Access is removed first: who lost the role at the provider has no older token that still shows it.
      expect(await statusOf(token)).toBe(passed(firstCutOff) ? refusal : 404);
      expect(happened).toBe(passed(call));

      expect((await send(witness, id)).status).toBeLessThan(300);
      expect([await roleOf(id), await statusOf(token)]).toEqual([role, refusal]);
      const rows = await system.sql(
        `SELECT outcome FROM audit_trail WHERE operation = $1 AND target = $2 AND outcome = 'done'`,
        [operation, id],
      );
      expect(rows).toHaveLength(passed(event) ? 2 : 1);
      // The reconciler asks the provider, and records the call that died, too.
      await system.sql(`UPDATE provider_changes SET lease_until = now() - interval '1 second'`);
      const { stdout } = await system.run('platform-api/reconcile');
      const isLeft = passed(1) && !passed(event);
      expect(stdout).toBe(`finished: ${isLeft ? 1 : 0}, abandoned: 0, lost: 0, orphans deleted: 0`);
    },
  );
});
