import { HeadMemory, type RememberedHead, type TreeHead } from '@governance/iam';
import { FixedClock, temporaryFolder } from '@governance/testing';
import { type Hash } from '@governance/transparency';
import { Logger } from '@nestjs/common';
import { rmSync } from 'node:fs';
import { OwnedDatabase } from '../../spec/owned-database';
import { interleavings, interleaved, type Turn } from '../../spec/interleaved';
import { HeadMemoryFolder } from './head-memory-folder';
import { TreeHeadSigner } from './tree-head-signer';

const noon = new Date('2026-11-20T12:00:00.000Z');

/** Two histories of one organization, with the same beginning. */
const begin = ['one', 'two', 'three'];
const honest = [...begin, 'four', 'five'];
const forged = [...begin, 'FOUR', 'five', 'six'];

/** Called before and after each call of the signer to another part. */
type Around = <Result>(call: () => Promise<Result>) => Promise<Result>;

describe('TreeHeadSigner, when it dies or is not alone', () => {
  let folder: string;
  let memory: HeadMemory;
  let clock: FixedClock;
  /** Every head that was ever signed, also when its signature got lost. */
  let released: TreeHead[];
  let errors: jest.SpyInstance;

  beforeEach(() => {
    folder = temporaryFolder('audit-memory');
    memory = new HeadMemoryFolder(folder);
    clock = new FixedClock(noon);
    released = [];
    errors = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    errors.mockRestore();
  });

  function databaseOf(events: readonly string[]): OwnedDatabase {
    const database = new OwnedDatabase();
    database.events = events;
    return database;
  }

  /** A worker that starts now, with this database. */
  function signer(database: OwnedDatabase, around: Around = (call) => call()): TreeHeadSigner {
    const issuer = {
      signTreeHead: (head: TreeHead) => around(() => Promise.resolve(`head ${released.push(head)}`)),
    };
    const parts = { heads: new DatabaseAround(database, around), memory: new MemoryAround(memory, around) };
    return new TreeHeadSigner({ ...parts, issuer, clock });
  }

  const headsOf = (events: readonly string[]): readonly TreeHead[] =>
    events.map((_, last) => databaseOf(events.slice(0, last + 1)).head());
  const isHeadOf = (events: readonly string[], { size, root }: TreeHead): boolean =>
    headsOf(events).some((head) => head.size === size && head.root.equals(root));

  /** No reader can be shown two histories. */
  function expectOneHistory(): void {
    const histories = [honest, forged].filter((events) => released.every((head) => isHeadOf(events, head)));
    expect(histories.length).toBeGreaterThan(0);
  }

  const begun = (): Promise<boolean> => signer(databaseOf(begin)).sign(databaseOf(begin).head());

  /** A worker signs the head of these events, or of the first ones. */
  async function sign(events: readonly string[], around?: Around, first = events.length): Promise<boolean> {
    const head = databaseOf(events.slice(0, first)).head();
    return signer(databaseOf(events), around).sign({ ...head, hasSigned: true });
  }

  /** Dies at one of the calls: before it has an effect, or with its answer. */
  function dying(at: number, loss: 'request' | 'answer'): Around {
    let calls = 0;
    return async (call) => {
      const isLast = calls++ === at;
      if (isLast && loss === 'request') throw new Error('killed');
      const result = await call();
      if (isLast) throw new Error('killed');
      return result;
    };
  }

  const deaths = Array.from({ length: 5 }, (_, call) => call).flatMap((call) => [
    [call, 'request'] as const,
    [call, 'answer'] as const,
  ]);

  it('asks other parts five times for a head', async () => {
    await begun();
    let calls = 0;
    const counted: Around = (call) => {
      calls += 1;
      return call();
    };
    expect([await sign(honest, counted), calls]).toEqual([true, 5]);
  });

  it.each(deaths)(
    'killed at call %i, with its %s lost, signs no second history and loses no head',
    async (...at) => {
      await begun();
      await expect(sign(honest, dying(...at))).rejects.toThrow('killed');
      const forgery = await sign(forged);
      const genuine = await sign(honest);
      expect([forgery, genuine].toSorted()).toEqual([false, true]);
      expectOneHistory();
      const [call, loss] = at;
      const isRemembered = call > 2 || (call === 2 && loss === 'answer');
      expect(genuine).toBe(isRemembered);
      const next = genuine ? [...honest, 'six'] : [...forged, 'seven'];
      expect(await sign(next)).toBe(true);
    },
  );

  it.each(deaths)(
    'killed at call %i of a forgery, with its %s lost, still signs one history',
    async (...at) => {
      await begun();
      await expect(sign(forged, dying(...at))).rejects.toThrow('killed');
      const genuine = await sign(honest);
      const forgery = await sign(forged);
      expect([forgery, genuine].toSorted()).toEqual([false, true]);
      expectOneHistory();
    },
  );

  it('is killed at the first head of an organization as at any other', async () => {
    for (const [call, loss] of deaths.filter(([each]) => each < 4)) {
      memory = new QuickMemory();
      released = [];
      await expect(sign(honest, dying(call, loss))).rejects.toThrow('killed');
      expect([await sign(forged), await sign(honest)].toSorted()).toEqual([false, true]);
      expectOneHistory();
    }
  });

  it('signs one of two histories that two workers are shown at once, in every order of their calls', async () => {
    for (const turns of interleavings(5, 5)) {
      memory = new QuickMemory();
      released = [];
      await begun();
      const around =
        (turn: Turn): Around =>
        (call) =>
          turn(call);
      const [one, other] = await interleaved(turns, [
        (turn) => sign(honest, around(turn)),
        (turn) => sign(forged, around(turn)),
      ]);
      expect([one, other].toSorted()).toEqual([false, true]);
      expectOneHistory();
    }
  });

  it('loses no event when two workers sign heads of different sizes', async () => {
    const longer = [...honest, 'six'];
    for (const turns of interleavings(5, 5)) {
      memory = new QuickMemory();
      await begun();
      const around =
        (turn: Turn): Around =>
        (call) =>
          turn(call);
      await interleaved(turns, [
        (turn) => sign(longer, around(turn), 5),
        (turn) => sign(longer, around(turn)),
      ]);
      expect(await sign(longer)).toBe(true);
      expect(errors).not.toHaveBeenCalled();
    }
  });

  it('goes on with a clock that went back by a day, and refuses the same as before', async () => {
    await begun();
    clock.set('2026-11-19T12:00:00.000Z');
    expect(await sign(honest)).toBe(true);
    expect(released.at(-1)).toMatchObject({ at: clock.now(), rememberedSince: noon });
    expect(await sign(forged)).toBe(false);
    expectOneHistory();
  });

  it('signs nothing while the disk of its memory is full, and the same head when it is not', async () => {
    await begun();
    const remember = jest.spyOn(HeadMemoryFolder.prototype, 'remember');
    remember.mockRejectedValueOnce(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
    await expect(sign(honest)).rejects.toThrow('ENOSPC');
    remember.mockRestore();
    expect(released).toHaveLength(1);
    expect(await sign(honest)).toBe(true);
  });
});

class DatabaseAround extends OwnedDatabase {
  constructor(
    private readonly database: OwnedDatabase,
    private readonly around: Around,
  ) {
    super();
  }

  override consistencyPath(tree: Pick<TreeHead, 'size'>, earlier: number): Promise<readonly Hash[]> {
    return this.around(() => this.database.consistencyPath(tree, earlier));
  }

  override keep(head: TreeHead, jws: string): Promise<void> {
    return this.around(() => this.database.keep(head, jws));
  }
}

/** A memory of one organization, for many runs: a disk takes its time. */
class QuickMemory extends HeadMemory {
  private head: RememberedHead | undefined;

  last(): Promise<RememberedHead | undefined> {
    return Promise.resolve(this.head);
  }

  remember(head: RememberedHead): Promise<boolean> {
    const isNext = head.place === (this.head?.place ?? 0) + 1;
    if (isNext) this.head = head;
    return Promise.resolve(isNext);
  }
}

class MemoryAround extends HeadMemory {
  constructor(
    private readonly memory: HeadMemory,
    private readonly around: Around,
  ) {
    super();
  }

  last(orgId: string): Promise<RememberedHead | undefined> {
    return this.around(() => this.memory.last(orgId));
  }

  remember(head: RememberedHead): Promise<boolean> {
    return this.around(() => this.memory.remember(head));
  }
}
