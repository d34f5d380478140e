import { callJson, given, type HttpAnswer, triesEachCase } from '@governance/testing';
import { type Effect, Effects, isProviderCall, type Relay, type Side, startRelay } from '../machines/relay';
import { startSystem } from '../machines/system';
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
const [row, firstCutOff, call, event] = [1, 2, 3, 5];
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

describe('kill -9', () => {
  const effects = new Effects();
  const system = given(startSystem);
  let witness: string;
  let admin: string;
  let database: Relay;
  let provider: Relay;
  let count = 0;

  beforeAll(async () => {
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

  async function roleOf(id: string): Promise<unknown> {
    const { body: answer } = await system.identity.manage('GET', `/organizations/${orgId}/memberships`);
    const memberships = answer.memberships as { readonly userId: string; readonly role: string }[];
    return memberships.find(({ userId }) => userId === id)?.role;
  }

  /** 404 with the permissions of an admin. */
  const statusOf = async (token: string): Promise<number> =>
    (await callJson(`${witness}${membersPath}/unknown`, { token, method: 'DELETE' })).status;

  describe.each(changes)('during $name', (change) => {
    const { method, body, operation, role, refusal } = change;
    let firstCall: number;

    const send = (origin: string, id: string): Promise<HttpAnswer> =>
      callJson(`${origin}${membersPath}/${id}`, { token: admin, method, body });

    it('its only effects are its row, two cut-offs around its call, and its audit event', async () => {
      const doomed = await startDoomed();
      const { id } = await newAdmin();
      const taken = effects.count();
      expect((await send(doomed.origin, id)).status).toBeLessThan(300);
      firstCall = taken.indexOf('call');
      expect(taken.slice(firstCall)).toEqual(steps.map(({ effect }) => effect));
      await doomed.kill();
    });

    it.each(deathsOf(change))(
      '$name leaves no more access than before, and can be repeated § 10.4w',
      async (death) => {
        const doomed = await startDoomed();
        const { id, token } = await newAdmin();
        expect(await statusOf(token)).toBe(404);
        const held = effects.hold({ at: firstCall + death.at, side: death.side });
        void send(doomed.origin, id).catch(() => undefined);
        expect(await held).toBe(steps[death.at]?.effect);
        await doomed.kill();

        const happened = (await roleOf(id)) === role;
        // Access is removed first: who lost the role at the provider has no older token that still shows it.
        expect(await statusOf(token)).toBe(passed(death, firstCutOff) ? refusal : 404);
        expect(happened).toBe(passed(death, call));

        expect((await send(witness, id)).status).toBeLessThan(300);
        expect([await roleOf(id), await statusOf(token)]).toEqual([role, refusal]);
        const rows = await system.sql(
          `SELECT outcome FROM audit_trail WHERE operation = $1 AND target = $2 AND outcome = 'done'`,
          [operation, id],
        );
        expect(rows).toHaveLength(passed(death, event) ? 2 : 1);
      },
    );
  });

  it('leaves to the reconciler each call that died, which it asks the provider about and records', async () => {
    const unfinished = changes
      .flatMap((change) => deathsOf(change))
      .filter((death) => passed(death, row) && !passed(death, event));
    await system.sql(`UPDATE provider_changes SET lease_until = now() - interval '1 second'`);
    const { stdout } = await system.run('platform-api/reconcile');
    expect(stdout).toBe(`finished: ${unfinished.length}, abandoned: 0, lost: 0, orphans deleted: 0`);
  });
});

function passed({ at, side }: Death, step: number): boolean {
  return at > step || (at === step && side === 'after');
}
