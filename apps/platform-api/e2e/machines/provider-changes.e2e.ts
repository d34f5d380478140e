import { callHttp, given, triesEachCase } from '@governance/testing';
import { connectionsPath, unknownConnection } from '../support/connections';
import {
  addition,
  type ChangeScene,
  type ChangeTrial,
  disabling,
  domainAddition,
  domainCheck,
  domainRemoval,
  removal,
  replacement,
} from './provider-change-trials';
import { type Effect, Effects, isProviderCall, type Relay, type Side, startRelay } from './relay';
import { startSystem } from './system';

interface Change {
  readonly name: string;
  readonly prepare: (scene: ChangeScene) => ChangeTrial | Promise<ChangeTrial>;
  /** Every effect from the row of the change to the audit event. */
  readonly effects: readonly Effect[];
  /** The effect after which the change holds. */
  readonly holdsAfter: number;
}

const oneCall = ['commit', 'call', 'commit'] as const;

const changes: readonly Change[] = [
  { name: 'the addition of a connection', prepare: addition, effects: oneCall, holdsAfter: 1 },
  { name: 'a new name and client secret', prepare: replacement, effects: oneCall, holdsAfter: 1 },
  {
    name: 'the disabling of a connection',
    prepare: disabling,
    effects: ['commit', 'call', 'call', 'commit', 'commit'],
    holdsAfter: 1,
  },
  {
    name: 'the removal of a connection',
    prepare: removal,
    effects: ['commit', 'call', 'call', 'commit', 'call', 'commit'],
    holdsAfter: 1,
  },
  { name: 'the addition of a domain', prepare: domainAddition, effects: oneCall, holdsAfter: 1 },
  { name: 'the check of a domain', prepare: domainCheck, effects: oneCall, holdsAfter: 2 },
  { name: 'the removal of a domain', prepare: domainRemoval, effects: oneCall, holdsAfter: 1 },
];

interface Death {
  readonly at: number;
  readonly side: Side;
}

const longest = Math.max(...changes.map(({ effects }) => effects.length));
/** What a death before a later effect leaves is what one after the effect before it leaves: the nightly run tries both. */
const deaths: readonly Death[] = Array.from({ length: longest }, (_, at) => at)
  .flatMap((at) => (['before', 'after'] as const).map((side) => ({ at, side })))
  .filter(({ at, side }) => triesEachCase || side === 'after' || at === 0);

function holds({ holdsAfter }: Change, { at, side }: Death): boolean {
  return side === 'after' ? at >= holdsAfter : at > holdsAfter;
}

/** Whether the row exists when the process dies, and no audit event. */
function isUnfinished({ effects }: Change, { at, side }: Death): boolean {
  return side === 'after' ? at < effects.length - 1 : at > 0;
}

/** It starts up to fourteen processes, which take long on a busy machine. */
const longestRun = 1_200_000;

/** The wire format of PostgreSQL clients: a simple query. */
const commit = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');

describe('when the platform dies during a change at the provider', () => {
  const effects = new Effects();
  const system = given(startSystem);
  /** An organization has few connections, so additions have their own. */
  let additions: ChangeScene | undefined;
  let others: ChangeScene | undefined;
  let database: Relay;
  let provider: Relay;
  /** The effects of each change when it runs undisturbed. */
  const rehearsed = new Map<Change, readonly Effect[]>();
  const died = new Map<Death, ReadonlyMap<Change, ChangeTrial>>();
  /** The rows that each death left. */
  const unrecorded = new Map<Death, string>();
  let settled: readonly string[];

  beforeAll(async () => {
    const { origin } = await system.serve('platform-api/main');
    additions = await newScene('org_additions', origin);
    others = await newScene('org_others', origin);
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
    await rehearse();
    for (const death of deaths) died.set(death, await dieOf(death));
    await system.sql(`UPDATE provider_changes SET lease_until = now() - interval '1 second'`);
    settled = [await reconcile(), await reconcile()];
  }, longestRun);
  afterAll(async () => {
    await system.stop();
    await database.cut();
    await provider.cut();
  });

  async function newScene(orgId: string, origin: string): Promise<ChangeScene> {
    const email = `${orgId}@example.com`;
    await system.identity.putOrganization(orgId);
    await system.identity.putMember({ orgId, email, role: 'account-admin' });
    return { system, orgId, origin, token: await system.identity.tokenOf(email) };
  }

  function sceneOf({ prepare }: Change): ChangeScene {
    const scene = prepare === addition ? additions : others;
    if (scene === undefined) throw new Error('not started');
    return scene;
  }

  /** A platform process that reaches its database and its provider through relays. */
  async function startDoomed(): Promise<{ readonly origin: string; readonly kill: () => Promise<void> }> {
    const url = new URL(await system.databaseUrlOf('platform-api/main'));
    url.port = String(database.port);
    const { origin, program } = await system.serve('platform-api/main', {
      DATABASE_URL: url.href,
      IDENTITY_MANAGEMENT_URL: `http://127.0.0.1:${provider.port}/management`,
    });
    // What a process reads once is no effect of a change.
    for (const scene of [additions, others]) {
      const headers = { authorization: `Bearer ${scene?.token}` };
      const { status } = await callHttp(`${origin}${connectionsPath}/${unknownConnection}`, {
        method: 'DELETE',
        headers,
      });
      expect(status).toBe(404);
    }
    return { origin, kill: () => program.kill() };
  }

  async function rehearse(): Promise<void> {
    const { origin, kill } = await startDoomed();
    for (const change of changes) {
      const trial = await change.prepare(sceneOf(change));
      const passed = effects.count();
      expect((await trial.send(origin)).status).toBeLessThan(300);
      rehearsed.set(change, [...passed]);
    }
    await kill();
  }

  /** One process in which every change reaches that point, and which is then killed. */
  async function dieOf(death: Death): Promise<Map<Change, ChangeTrial>> {
    const { at, side } = death;
    const left = new Map<Change, ChangeTrial>();
    const reaching = changes.filter((change) => at < change.effects.length);
    for (const change of reaching) left.set(change, await change.prepare(sceneOf(change)));
    const { origin, kill } = await startDoomed();
    for (const [change, trial] of left) {
      const first = (rehearsed.get(change)?.length ?? NaN) - change.effects.length;
      const held = effects.hold({ at: first + at, side });
      void trial.send(origin).catch(() => undefined);
      expect(await held).toBe(change.effects[at]);
    }
    await kill();
    unrecorded.set(death, JSON.stringify(await system.sql('SELECT change, audit FROM provider_changes')));
    return left;
  }

  async function reconcile(): Promise<string> {
    const { stdout } = await system.run('platform-api/reconcile');
    return stdout;
  }

  async function eventsOf({ operation, target, orgId }: ChangeTrial): Promise<unknown[]> {
    const rows = await system.sql(
      `SELECT outcome FROM audit_trail WHERE operation = $1 AND target = $2 AND org_id = $3`,
      [operation, await target(), orgId],
    );
    return rows.map(({ outcome }) => outcome);
  }

  describe.each(changes)('$name', (change) => {
    it('has no other effects', () => {
      expect(rehearsed.get(change)?.slice(-change.effects.length)).toEqual(change.effects);
    });

    const reached = deaths.filter(({ at }) => at < change.effects.length);
    it.each(reached.map((death) => ({ ...death, death, happens: holds(change, death) })))(
      'killed $side effect $at takes effect wholly: $happens, with one event',
      async ({ death, happens }) => {
        const trial = died.get(death)?.get(change);
        if (trial === undefined) throw new Error('not tried');
        expect(await trial.hasHappened()).toBe(happens);
        expect(unrecorded.get(death)).not.toMatch(/canary-secret|next-/);
        const begun = isUnfinished(change, death) ? ['abandoned'] : [];
        // Of an abandoned addition, no list has the id.
        if (happens || change.prepare !== addition) {
          expect(await eventsOf(trial)).toEqual(happens ? ['done'] : begun);
        }
      },
    );
  });

  it('one run of the reconciler settles every unfinished change, and the next finds none § 10.4w', async () => {
    const begun = changes.flatMap((change) =>
      deaths
        .filter((death) => death.at < change.effects.length && isUnfinished(change, death))
        .map((death) => holds(change, death)),
    );
    const finished = begun.filter(Boolean).length;
    expect(settled).toEqual([
      `finished: ${finished}, abandoned: ${begun.length - finished}, lost: 0, orphans deleted: 0`,
      'finished: 0, abandoned: 0, lost: 0, orphans deleted: 0',
    ]);
    expect(await system.sql('SELECT id FROM provider_changes')).toEqual([]);
  });
});
