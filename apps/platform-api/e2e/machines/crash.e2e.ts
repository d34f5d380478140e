import { given, triesEachCase } from '@governance/testing';
import { AccountAdmin } from './account-admin';
import {
  clientsOf,
  creation,
  endOfOverlap,
  overlappingRotation,
  renaming,
  revocation,
  rotation,
  type Scene,
  type Trial,
} from './crash-trials';
import { Effects, isProviderCall, type Relay, type Side, startRelay } from './relay';
import { startSystem } from './system';

interface Change {
  readonly name: string;
  /** Creations of one organization wait for each other while its quota is counted; a held one would block the rest. */
  readonly orgId: string;
  readonly prepare: (scene: Scene) => Trial | Promise<Trial>;
  /** The effect after which the change holds: the first commit, the call, or the last commit. */
  readonly holdsAfter: -1 | 0 | 1;
}

const [orgId, otherOrgId] = ['org_crashes', 'org_crashes_too'];

const changes: readonly Change[] = [
  {
    name: 'a creation with a secret',
    orgId,
    prepare: (scene) => creation(scene, 'client_secret'),
    holdsAfter: 1,
  },
  {
    name: 'a creation with a key',
    orgId: otherOrgId,
    prepare: (scene) => creation(scene, 'public_key'),
    holdsAfter: 1,
  },
  {
    name: 'a rotation of a secret',
    orgId,
    prepare: (scene) => rotation(scene, 'client_secret'),
    holdsAfter: 0,
  },
  { name: 'a rotation of a key', orgId, prepare: (scene) => rotation(scene, 'public_key'), holdsAfter: 0 },
  {
    name: 'a rotation of a secret with an overlap',
    orgId,
    prepare: (scene) => overlappingRotation(scene, 'client_secret'),
    holdsAfter: 0,
  },
  {
    name: 'a rotation of a key with an overlap',
    orgId,
    prepare: (scene) => overlappingRotation(scene, 'public_key'),
    holdsAfter: 0,
  },
  // The reconciler needs no secret for it, and carries it out.
  { name: 'the end of an overlap', orgId, prepare: endOfOverlap, holdsAfter: -1 },
  { name: 'a rename', orgId, prepare: renaming, holdsAfter: -1 },
  { name: 'a revocation', orgId, prepare: revocation, holdsAfter: -1 },
];

interface Death {
  readonly name: string;
  /** The held effect, counted from the call to the provider. */
  readonly at: -1 | 0 | 1;
  readonly side: Side;
}

/**
 * Every point at which the process can die. A death before a later effect leaves what one after the effect before it leaves,
 * and is tried by the nightly run.
 */
const points: readonly Death[] = [
  { name: 'before its first commit', at: -1, side: 'before' },
  { name: 'after its first commit, before it calls the provider', at: -1, side: 'after' },
  { name: 'before the provider receives its call', at: 0, side: 'before' },
  { name: 'after the provider has answered, before it receives the answer', at: 0, side: 'after' },
  { name: 'after it receives the answer, before its last commit', at: 1, side: 'before' },
  { name: 'after its last commit, before it answers', at: 1, side: 'after' },
];
const deaths = points.filter(({ at, side }) => triesEachCase || side === 'after' || at === -1);

function holds({ holdsAfter }: Change, { at, side }: Death): boolean {
  return side === 'after' ? at >= holdsAfter : at > holdsAfter;
}

/** The wire format of PostgreSQL clients: a simple query. */
const commit = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');

describe('when the platform dies', () => {
  const effects = new Effects();
  const system = given(startSystem);
  const scenes = new Map<string, Scene>();
  let database: Relay;
  let provider: Relay;
  /** The effects of each change when it runs undisturbed. */
  const rehearsed = new Map<Change, readonly string[]>();
  const died = new Map<Death, ReadonlyMap<Change, { trial: Trial; overheard: string }>>();
  let settled: readonly string[];

  beforeAll(async () => {
    const { identity } = system;
    const { origin } = await system.serve('platform-api/main');
    for (const place of [orgId, otherOrgId]) {
      const email = `${place}@example.com`;
      await identity.putOrganization(place, { mfaMaxAge: 300 });
      await identity.putMember({ orgId: place, email, role: 'account-admin' });
      const witness = new AccountAdmin(origin, await identity.tokenOf(email));
      scenes.set(place, { orgId: place, identity, witness });
    }
    database = await startRelay(new URL(system.databaseUrl), {
      effect: 'commit',
      isEffect: (sent) => sent.equals(commit),
      effects,
    });
    provider = await startRelay(new URL(identity.issuer), {
      effect: 'call',
      isEffect: isProviderCall,
      effects,
    });
    await rehearse();
    for (const death of deaths) died.set(death, await dieOf(death));
    await system.sql(`UPDATE credential_intents SET lease_until = now() - interval '1 second'`);
    settled = [await reconcile(), await reconcile()];
  });
  afterAll(async () => {
    await system.stop();
    await database.cut();
    await provider.cut();
  });

  /** A platform process that reaches its database and its provider through relays. */
  async function startDoomed(): Promise<{
    adminFor: (change: Change) => AccountAdmin;
    kill: () => Promise<void>;
  }> {
    const url = new URL(await system.databaseUrlOf('platform-api/main'));
    url.port = String(database.port);
    const { origin, program } = await system.serve('platform-api/main', {
      DATABASE_URL: url.href,
      IDENTITY_MANAGEMENT_URL: `http://127.0.0.1:${provider.port}/management`,
    });
    return { adminFor: (change) => sceneOf(change).witness.at(origin), kill: () => program.kill() };
  }

  async function rehearse(): Promise<void> {
    const { adminFor, kill } = await startDoomed();
    for (const change of changes) {
      const trial = await change.prepare(sceneOf(change));
      const passed = effects.count();
      expect((await trial.send(adminFor(change))).status).toBeLessThan(300);
      rehearsed.set(change, [...passed]);
    }
    await kill();
  }

  /** One process in which every change reaches that point, and which is then killed. */
  async function dieOf({ at, side }: Death): Promise<Map<Change, { trial: Trial; overheard: string }>> {
    const { adminFor, kill } = await startDoomed();
    const [trials, left] = [new Map<Change, Trial>(), new Map<Change, { trial: Trial; overheard: string }>()];
    for (const change of changes) trials.set(change, await change.prepare(sceneOf(change)));
    for (const [change, trial] of trials) {
      provider.overheard();
      const held = effects.hold({ at: callOf(change) + at, side });
      void trial.send(adminFor(change)).catch(() => undefined);
      expect(await held).toBe(at === 0 ? 'call' : 'commit');
      left.set(change, { trial, overheard: provider.overheard() });
    }
    await kill();
    return left;
  }

  function sceneOf({ orgId: place }: Pick<Change, 'orgId'>): Scene {
    const scene = scenes.get(place);
    if (scene === undefined) throw new Error(`${place} has no admin`);
    return scene;
  }

  function callOf(change: Change): number {
    return rehearsed.get(change)?.indexOf('call') ?? NaN;
  }

  async function reconcile(): Promise<string> {
    const { stdout } = await system.run('platform-api/reconcile');
    return stdout;
  }

  describe.each(changes)('during $name', (change) => {
    it('the only effects are a commit, one call and a commit', () => {
      const passed = rehearsed.get(change) ?? [];
      expect(passed.filter((effect) => effect === 'call')).toHaveLength(1);
      expect(passed.slice(-3)).toEqual(['commit', 'call', 'commit']);
    });

    it.each(deaths.map((death) => ({ ...death, death, outcome: outcomeOf(change, death) })))(
      '$name, it has happened $outcome',
      async ({ death, outcome }) => {
        const left = died.get(death)?.get(change);
        const hasHappened = await left?.trial.hasHappened(left.overheard);
        expect(hasHappened).toBe(outcome === 'wholly');
      },
    );
  });

  it('one run of the reconciler settles every unfinished change, and the next finds none § V2.3.3', () => {
    const begun = changes.flatMap((change) =>
      deaths.filter(isBetweenCommits).map((death) => holds(change, death)),
    );
    const finished = begun.filter(Boolean).length;
    expect(settled).toEqual([
      `finished: ${finished}, abandoned: ${begun.length - finished}, lost: 0, orphans deleted: 0`,
      'finished: 0, abandoned: 0, lost: 0, orphans deleted: 0',
    ]);
  });

  it('no orphan client is left at the provider', async () => {
    for (const scene of scenes.values()) {
      const clients = await clientsOf(scene);
      const entries = await scene.witness.list();
      expect(clients.map(({ clientId }) => clientId).toSorted()).toEqual(
        entries.map((entry) => entry.client_id).toSorted(),
      );
    }
  });
});

/** Whether the change has begun and its end is not recorded. */
function isBetweenCommits({ at, side }: Death): boolean {
  return side === 'after' ? at < 1 : at > -1;
}

function outcomeOf(change: Change, death: Death): 'wholly' | 'not at all' {
  return holds(change, death) ? 'wholly' : 'not at all';
}
