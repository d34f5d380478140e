import { TooFewWitnesses, type WitnessedTree } from '@governance/assessments';
import { checkEd25519 } from '@governance/runtime';
import {
  checkpointText,
  cosigner,
  GrowingTree,
  leafHash,
  type NamedKey,
  noteSigner,
  parseAddCheckpoint,
  parseCheckpoint,
  signNote,
  cosignNote,
  StoredTree,
  type Tile,
  tilePath,
  TileReader,
  verifierKey,
  WitnessPolicy,
} from '@governance/transparency';
import { Logger } from '@nestjs/common';
import { generateKeyPairSync, sign } from 'node:crypto';
import { HttpWitnesses } from './http-witnesses';
import { type LogMetrics } from './log-metrics';

const origin = 'assess.example.org/.well-known/certificate-log';

interface TestKey extends NamedKey {
  readonly sign: (bytes: Uint8Array) => Promise<Uint8Array>;
}

function keyNamed(name: string): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    name,
    publicKey: Uint8Array.from(Buffer.from(x, 'base64url')),
    sign: (bytes) => Promise.resolve(sign(null, bytes, privateKey)),
  };
}

class Tiles extends TileReader {
  readonly contents = new Map<string, Uint8Array>();

  read(tiles: readonly Tile[]): Promise<readonly Uint8Array[]> {
    return Promise.resolve(tiles.map((tile) => this.contents.get(tilePath(tile)) ?? new Uint8Array()));
  }
}

const logKey = keyNamed(origin);
const keys = ['first', 'second', 'third'].map((name) => keyNamed(`witness.example/${name}`));

/** The log with its first leaves. */
async function treeOf(size: number): Promise<WitnessedTree> {
  const [growing, tiles] = [new GrowingTree(), new Tiles()];
  for (let leaf = 0; leaf < size; leaf += 1) growing.append(leafHash(Buffer.from(String(leaf))));
  for (const tile of growing.takeTiles()) tiles.contents.set(tilePath(tile), tile.hashes);
  const checkpoint = { origin, size, root: growing.root(), extensions: [] };
  const note = await signNote(checkpointText(checkpoint), [noteSigner(logKey, logKey.sign)]);
  return { checkpoint, note, tree: new StoredTree(tiles, size) };
}

type Answer = (request: string, key: TestKey) => Promise<Response>;

/** What an honest witness answers that has cosigned a tree of this size. */
function honest(lastSize = 0): Answer {
  let last = lastSize;
  return async (request, key) => {
    const { oldSize, checkpoint } = parseAddCheckpoint(request);
    if (oldSize !== last) return new Response(`${last}\n`, { status: 409 });
    last = parseCheckpoint(checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1)).size;
    const cosigned = await cosignNote(checkpoint, [cosigner(key, { sign: key.sign, time: 1_764_000_000 })]);
    return new Response(cosigned.slice(checkpoint.length));
  };
}

const away: Answer = () => Promise.reject(new Error('away'));
const silent: Answer = () => new Promise(() => undefined);
const answering =
  (body: string, status = 200): Answer =>
  () =>
    Promise.resolve(new Response(body, { status }));

describe('witnesses over HTTP', () => {
  const outcomes: string[] = [];
  const metrics: Pick<LogMetrics, 'answered'> = {
    answered: (witness, outcome) => void outcomes.push(`${witness} ${outcome}`),
  };
  let warnings: jest.SpyInstance;

  beforeEach(() => {
    outcomes.length = 0;
    warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  });
  afterEach(() => {
    warnings.mockRestore();
  });

  function witnesses(quorum: string, answers: readonly Answer[]): HttpWitnesses {
    const lines = keys.map(
      (key, n) => `witness w${n} ${verifierKey(key, 'cosignature')} https://w${n}.example`,
    );
    const text = [`log ${verifierKey(logKey, 'note')}`, ...lines, `group g ${quorum} w0 w1 w2`, 'quorum g'];
    const policy = WitnessPolicy.parse(text.join('\n'), checkEd25519);
    const ask: typeof fetch = (address, init) => {
      const url = address as string;
      const n = Number(/w(\d)/.exec(url)?.[1]);
      const [answer, key] = [answers[n], keys[n]];
      if (!answer || !key) throw new Error('unknown witness');
      expect(url).toBe(`https://w${n}.example/add-checkpoint`);
      return answer(init?.body as string, key);
    };
    return new HttpWitnesses(policy, metrics as LogMetrics, ask);
  }

  async function names(asked: HttpWitnesses, tree: WitnessedTree): Promise<string[]> {
    const note = await asked.cosign(tree);
    return [...note.matchAll(/witness\.example\/(\w+)/g)].map(([, name = '']) => name).toSorted();
  }

  it.each([
    {
      all: 'all of three',
      quorum: 'all',
      answers: () => [honest(), honest(), honest()],
      expected: 'first second third',
    },
    {
      all: 'two, when one is away',
      quorum: '2',
      answers: () => [honest(), away, honest()],
      expected: 'first third',
    },
    {
      all: 'two, when one never answers',
      quorum: '2',
      answers: () => [honest(), silent, honest()],
      expected: 'first third',
    },
    { all: 'one of any', quorum: 'any', answers: () => [away, away, honest()], expected: 'third' },
    {
      all: 'those that had cosigned an earlier tree',
      quorum: 'all',
      answers: () => [honest(3), honest(7), honest()],
      expected: 'first second third',
    },
  ])('has the cosignatures of $all', async ({ quorum, answers, expected }) => {
    expect(await names(witnesses(quorum, answers()), await treeOf(7))).toEqual(expected.split(' '));
  });

  it('shows each witness that the tree extends what it has cosigned', async () => {
    const asked = witnesses('all', [honest(), honest(), honest()]);
    for (const size of [1, 2, 255, 256, 257, 1_000])
      expect(await names(asked, await treeOf(size))).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome.endsWith('cosigned'))).toHaveLength(18);
  });

  const stranger = keyNamed(keys[1]?.name ?? '');
  it.each<[string, Answer]>([
    ['refuses', answering('The checkpoint is not shown to extend …\n', 422)],
    ['cosigns another text', answering('\u2014 witness.example/second AAAAAAAAAAAA\n')],
    ['signs with another key', (request) => honest()(request, stranger)],
    ['says that it has cosigned more than there is', answering('8\n', 409)],
    ['says each time that it has cosigned something else', answering('3\n', 409)],
    ['answers without an end', () => Promise.resolve(new Response(endless()))],
    ['answers with nothing', answering('')],
    ['answers with a page', answering('<html>')],
  ])('does without a witness that %s, and says so', async (_, lying) => {
    const asked = witnesses('2', [honest(), lying, honest()]);
    expect(await names(asked, await treeOf(7))).toEqual(['first', 'third']);
    const needed = witnesses('all', [honest(), lying, honest()]);
    await expect(needed.cosign(await treeOf(7))).rejects.toThrow(TooFewWitnesses);
    expect(outcomes).toContain('witness.example/second failed');
    expect(warnings).toHaveBeenCalledWith(
      expect.objectContaining({ msg: 'a witness has not cosigned', witness: 'witness.example/second' }),
    );
  });

  it('asks none when the policy needs no witness', async () => {
    const policy = WitnessPolicy.parse(`log ${verifierKey(logKey, 'note')}\nquorum none\n`, checkEd25519);
    const tree = await treeOf(7);
    expect(await new HttpWitnesses(policy, metrics as LogMetrics).cosign(tree)).toBe(tree.note);
  });
});

function endless(): ReadableStream {
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(8_192));
    },
  });
}
