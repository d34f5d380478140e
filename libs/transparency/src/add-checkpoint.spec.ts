import { checkEd25519, ed25519Key } from '../spec/ed25519';
import {
  addCheckpointText,
  parseAddCheckpoint,
  parseWitnessAnswer,
  withCosignatures,
} from './add-checkpoint';
import { checkpointText, openCheckpoint } from './checkpoint';
import { emptyRoot, leafHash } from './hashes';
import { InvalidNote, UnsignedNote } from './invalid-note';
import { cosigner, noteSigner, noteVerifier, verifierKey } from './note-keys';
import { cosignNote, signNote } from './signed-note';

/** The example of C2SP tlog-witness. */
const example = `old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— example.com/behind-the-sofa opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/V6267UEjw6QUXTS5Rovnzv++qbSzm9Q=
`;

const log = ed25519Key('example.com/log', Buffer.alloc(32, 1));
const [one, two] = ['witness.example/w1', 'witness.example/w2'].map((name, place) =>
  ed25519Key(name, Buffer.alloc(32, place + 2)),
) as [ReturnType<typeof ed25519Key>, ReturnType<typeof ed25519Key>];
const [oneKey, twoKey] = [one, two].map((key) =>
  noteVerifier(verifierKey(key, 'cosignature'), checkEd25519),
) as [ReturnType<typeof noteVerifier>, ReturnType<typeof noteVerifier>];
const time = 1_679_315_147;

const noteOf = (size: number): Promise<string> =>
  signNote(checkpointText({ origin: log.name, size, root: leafHash(Buffer.of(size)), extensions: [] }), [
    noteSigner(log, log.sign),
  ]);
const linesOf = async (note: string, ...keys: (typeof one)[]): Promise<string> =>
  (
    await cosignNote(
      note,
      keys.map((key) => cosigner(key, { sign: key.sign, time })),
    )
  ).slice(note.length);

describe('a request to cosign (C2SP tlog-witness)', () => {
  it('is that of the specification', () => {
    const request = parseAddCheckpoint(example);
    expect([request.oldSize, request.path.length]).toEqual([20_852_014, 4]);
    expect(request.checkpoint.startsWith('example.com/behind-the-sofa\n20852163\n')).toBe(true);
    expect(addCheckpointText(request)).toBe(example);
    const first = { oldSize: 0, path: [], checkpoint: request.checkpoint };
    expect(parseAddCheckpoint(addCheckpointText(first))).toEqual(first);
  });

  it.each([
    ['a leading zero', example.replace('old 2', 'old 02')],
    ['no size', example.slice(example.indexOf('\n') + 1)],
    ['another word', example.replace('old ', 'older ')],
    ['a negative size', example.replace('old ', 'old -')],
    ['a shorter hash', example.replace('PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=', 'PlRN')],
    ['no base64', example.replace('PlRN', '!!!!')],
    ['64 hashes', addCheckpointText({ oldSize: 1, path: Array(64).fill(emptyRoot()), checkpoint: 'x' })],
    ['no checkpoint', example.slice(0, example.indexOf('\n\n') + 1)],
    ['nothing', ''],
  ])('is refused with %s', (_, text) => {
    expect(() => parseAddCheckpoint(text)).toThrow(InvalidNote);
  });
});

describe('the answer of a witness', () => {
  it('has cosignatures, or the size that the witness has', () => {
    expect(parseWitnessAnswer({ status: 200, body: 'lines' })).toEqual({ kind: 'cosigned', lines: 'lines' });
    expect(parseWitnessAnswer({ status: 409, body: '20852014\n' })).toEqual({
      kind: 'conflict',
      size: 20_852_014,
    });
    expect(parseWitnessAnswer({ status: 422, body: 'x' })).toEqual({ kind: 'refused', status: 422 });
    for (const body of ['', '\n', '12', '012\n', '-1\n', '1\n\n', '9007199254740993\n'])
      expect(() => parseWitnessAnswer({ status: 409, body })).toThrow(InvalidNote);
  });

  it('completes the checkpoint, with the cosignatures of the known witnesses alone', async () => {
    const note = await noteOf(3);
    const both = await withCosignatures(note, await linesOf(note, one, two), [oneKey, twoKey]);
    const keys = { origin: log.name, log: [noteVerifier(verifierKey(log, 'note'), checkEd25519)] };
    expect((await openCheckpoint(both, { ...keys, witnesses: [oneKey, twoKey] })).cosignatures).toEqual([
      { name: one.name, time },
      { name: two.name, time },
    ]);
    expect(await withCosignatures(note, await linesOf(note, two, one, one), [oneKey])).toBe(
      note + (await linesOf(note, one)),
    );
  });

  it('is refused without a valid cosignature of this checkpoint', async () => {
    const [note, other] = [await noteOf(3), await noteOf(4)];
    await expect(withCosignatures(note, await linesOf(note, two), [oneKey])).rejects.toThrow(UnsignedNote);
    await expect(withCosignatures(note, await linesOf(other, one), [oneKey])).rejects.toThrow(UnsignedNote);
    for (const lines of ['', 'cosigned\n', (await linesOf(note, one)).trimEnd()])
      await expect(withCosignatures(note, lines, [oneKey])).rejects.toThrow(InvalidNote);
  });

  it('cannot make the checkpoint invalid with a cosignature of a longer text', async () => {
    const note = await noteOf(3);
    const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
    const longer = `${text}\nmore\n\n`;
    const lines = `more\n\n${(await cosignNote(longer, [cosigner(one, { sign: one.sign, time })])).slice(longer.length)}`;
    await expect(withCosignatures(note, lines, [oneKey])).rejects.toThrow('These are no cosignatures');
  });
});
