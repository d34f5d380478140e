import { checkEd25519 } from '@governance/runtime';
import {
  cosigner,
  cosignNote,
  noteVerifier,
  openCheckpoint,
  type OpenedCheckpoint,
  WitnessPolicy,
} from '@governance/transparency';
import { type History, TestLog } from '../spec/test-log';
import { TestWitness } from '../spec/test-witness';
import { type Witness } from './witness';

const origin = 'example.com/log';
const size = 5;
const histories: readonly History[] = [
  { name: 'shown', fork: 3 },
  { name: 'hidden', fork: 3 },
];
type Cosignatures = OpenedCheckpoint['cosignatures'];

/** Which history the log shows first to each honest witness: every way there is. */
function waysFor(witnesses: number): readonly (readonly number[])[] {
  return Array.from({ length: 2 ** witnesses }, (_, way) =>
    Array.from({ length: witnesses }, (__, place) => (way >> place) & 1),
  );
}

describe('a log whose key, and one of whose witnesses, is stolen', () => {
  const log = new TestLog(origin);
  const places: TestWitness[] = [];
  afterEach(() => {
    for (const place of places.splice(0)) place.remove();
  });

  const witnessNamed = (name: string): TestWitness => {
    const place = new TestWitness([log.verifierKey], `witness.example/${name}`);
    places.push(place);
    return place;
  };
  const policyOf = (needed: number, witnesses: readonly TestWitness[]): WitnessPolicy =>
    WitnessPolicy.parse(
      [
        `log ${log.verifierKey}`,
        ...witnesses.map(({ verifierKey }, place) => `witness w${place} ${verifierKey}`),
        `group enough ${needed} ${witnesses.map((_, place) => `w${place}`).join(' ')}`,
        'quorum enough',
      ].join('\n'),
      checkEd25519,
    );

  /** The checkpoint of a history with the cosignature of the stolen key, and of each honest witness that gives one. */
  async function cosigned(
    history: History,
    {
      stolen,
      honest,
      time,
    }: { readonly stolen: TestWitness; readonly honest: readonly Witness[]; readonly time: number },
  ): Promise<string> {
    const note = await log.checkpoint(size, history);
    const answers = [];
    for (const witness of honest)
      answers.push(await witness.addCheckpoint(await log.request(0, size, history)));
    const lines = answers.map(({ status, body }) => (status === 200 ? body : ''));
    return (await cosignNote(note, [cosigner(stolen.key, { sign: stolen.key.sign, time })])) + lines.join('');
  }

  /** What a verifier sees of both histories, when the thief shows them to the honest witnesses in this way. */
  async function split(
    witnesses: readonly TestWitness[],
    way: readonly number[],
  ): Promise<readonly Cosignatures[]> {
    const [stolen, ...others] = witnesses;
    if (!stolen) throw new Error('no witness is stolen');
    const honest = await Promise.all(others.map((place) => place.start()));
    const notes = ['', ''];
    for (const first of [0, 1])
      for (const history of [first, 1 - first]) {
        const asked = honest.filter((_, place) => way[place] === first);
        const more = await cosigned(histories[history] ?? straight, { stolen, honest: asked, time: 1 });
        notes[history] = merged(notes[history] ?? '', more);
      }
    const keys = {
      origin,
      log: [noteVerifier(log.verifierKey, checkEd25519)],
      witnesses: witnesses.map(({ verifier }) => verifier),
    };
    return Promise.all(notes.map(async (note) => (await openCheckpoint(note, keys)).cosignatures));
  }

  const straight: History = { name: '', fork: Number.POSITIVE_INFINITY };
  /** The signatures of both. */
  const merged = (one: string, other: string): string =>
    one === '' ? other : one + other.slice(other.indexOf('\n\n') + 2);

  it.each([
    [2, 2],
    [3, 3],
    [3, 4],
  ])('cannot show two histories to those who need %i of %i witnesses', async (needed, of) => {
    for (const way of waysFor(of - 1)) {
      const witnesses = Array.from({ length: of }, (_, place) => witnessNamed(`${way.join('')}-${place}`));
      const policy = policyOf(needed, witnesses);
      const seen = await split(witnesses, way);
      expect(seen.filter((cosignatures) => policy.isSatisfiedBy(cosignatures)).length).toBeLessThanOrEqual(1);
    }
  });

  it('can show two histories to those who need 2 of 3, and each is in the memory of an honest witness', async () => {
    const witnesses = ['w0', 'w1', 'w2'].map(witnessNamed);
    const policy = policyOf(2, witnesses);
    const seen = await split(witnesses, [0, 1]);
    expect(seen.map((cosignatures) => policy.isSatisfiedBy(cosignatures))).toEqual([true, true]);
    expect(seen.map((cosignatures) => cosignatures.map(({ name }) => name).toSorted())).toEqual([
      ['witness.example/w0', 'witness.example/w1'],
      ['witness.example/w0', 'witness.example/w2'],
    ]);
  });

  it.each([
    [2, 2],
    [2, 3],
    [3, 4],
  ])('cannot date a checkpoint back for those who need %i of %i', async (needed, of) => {
    const witnesses = Array.from({ length: of }, (_, place) => witnessNamed(String(place)));
    const honestTime = (witnesses[1]?.clock.now().getTime() ?? 0) / 1_000;
    const [seen = []] = await split(
      witnesses,
      Array.from({ length: of - 1 }, () => 0),
    );
    expect(seen.find(({ name }) => name === 'witness.example/0')?.time).toBe(1);
    expect(policyOf(needed, witnesses).witnessedAt(seen)).toBe(honestTime);
    const alone = seen.filter(({ name }) => name === 'witness.example/0');
    expect(policyOf(needed, witnesses).isSatisfiedBy(alone)).toBe(false);
  });
});
