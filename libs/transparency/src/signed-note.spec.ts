import { checkEd25519, ed25519Key } from '../spec/ed25519';
import { InvalidNote } from './invalid-note';
import { noteSigner, noteVerifier, verifierKey } from './note-keys';
import { cosignNote, isKeyName, openNote, signNote } from './signed-note';

// The cases of Go: golang.org/x/mod/sumdb/note/note_test.go and example_test.go at fe2ec04f7c3c.
const text = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.
`;
const peterSignature =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const enochSignature =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n';
const peterKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const peter = noteVerifier(peterKey, checkEd25519);
const enoch = noteVerifier('EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop', checkEd25519);
const peterSeed = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);

const broken = (signature: string): string => `${signature.slice(0, 60)}ABCD${signature.slice(60)}`;
const namesOf = async (note: string, keys = [peter, enoch]): Promise<readonly string[]> =>
  (await openNote(note, keys)).signatures.map(({ name }) => name);

describe('a signed note (C2SP signed-note)', () => {
  it('is signed as Go signs it', async () => {
    const key = ed25519Key('PeterNeumann', peterSeed);
    expect(await signNote(text, [noteSigner(key, key.sign)])).toBe(`${text}\n${peterSignature}`);
    expect(verifierKey(key, 'note')).toBe(peterKey);
    const otherKey = ed25519Key('EnochRoot', Buffer.alloc(32));
    expect(await cosignNote(`${text}\n${peterSignature}`, [noteSigner(otherKey, otherKey.sign)])).toBe(
      `${text}\n${peterSignature}${enochSignature}`,
    );
  });

  it('opens the example of the specification', async () => {
    const key = noteVerifier(
      'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
      checkEd25519,
    );
    const note = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;
    expect((await openNote(note, [key])).text).toBe('This is an example message.\n');
  });

  it('is opened with the keys that are known, each once', async () => {
    const note = `${text}\n${peterSignature}${enochSignature}`;
    expect((await openNote(note, [peter])).text).toBe(text);
    expect(await namesOf(note, [peter])).toEqual(['PeterNeumann']);
    expect(await namesOf(note)).toEqual(['PeterNeumann', 'EnochRoot']);
    const repeated = `${text}\n${peterSignature}${peterSignature}${enochSignature}${broken(enochSignature)}`;
    expect(await namesOf(repeated, [peter])).toEqual(['PeterNeumann']);
  });

  it('is refused without a signature of a known key, and with an invalid one of it', async () => {
    const signed = `${text}\n${peterSignature}`;
    await expect(openNote(signed, [])).rejects.toThrow('No known key signed this note');
    await expect(openNote(signed, [enoch])).rejects.toThrow('No known key signed this note');
    await expect(openNote(signed.replace('x08g', 'xxxx'), [peter])).rejects.toThrow('No known key');
    await expect(openNote(`${text}\n${broken(peterSignature)}`, [peter])).rejects.toThrow(
      'The signature of PeterNeumann is invalid',
    );
    await expect(openNote(`Also: ${signed}`, [peter])).rejects.toThrow(InvalidNote);
    await expect(openNote(`${signed}${broken(enochSignature)}`, [peter, enoch])).rejects.toThrow(InvalidNote);
  });

  it.each([
    ['the text alone', text],
    ['no signature', `${text}\n`],
    ['no last line break', `${text}\n${peterSignature.slice(0, -1)}`],
    ['a control character', `\u0001${text}\n${peterSignature}`],
    ['no Unicode text', `\ud800${text}\n${peterSignature}`],
    ['a name with a space', `${text}\n${peterSignature.replace('PeterN', 'Peter N')}`],
    ['another line', `${text}\n${peterSignature}Unexpected line.\n`],
    ['a signature with only an id', `${text}\n${peterSignature}— EnochRoot rwz+eA==\n`],
    ['more than 100 signatures', `${text}\n${peterSignature.repeat(101)}`],
    ['more than a million characters', `${'x'.repeat(1_000_000)}\n${text}\n${peterSignature}`],
  ])('is refused with %s', async (_, note) => {
    await expect(openNote(note, [peter])).rejects.toThrow(InvalidNote);
  });

  it('is not signed without an end of its text, or under a name that is none', async () => {
    const key = ed25519Key('Peter Neumann', peterSeed);
    await expect(signNote(text.slice(0, -1), [])).rejects.toThrow(InvalidNote);
    await expect(signNote(text, [noteSigner(key, key.sign)])).rejects.toThrow(InvalidNote);
    expect(['a', 'a+b', 'a b', 'a\u2003b', ''].map(isKeyName)).toEqual([true, false, false, false, false]);
  });

  it('has keys as text, which no other text is', () => {
    for (let from = 0; from <= peterKey.length; from++)
      for (let to = from; to <= peterKey.length; to++)
        if (to - from < peterKey.length)
          expect(() => noteVerifier(peterKey.slice(from, to), checkEd25519)).toThrow(InvalidNote);
    for (const [place, character] of Array.from(peterKey).entries()) {
      const other = String.fromCharCode(character.charCodeAt(0) + 1);
      const mangled = peterKey.slice(0, place) + other + peterKey.slice(place + 1);
      expect(() => noteVerifier(mangled, checkEd25519)).toThrow(InvalidNote);
    }
    for (const key of [
      'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==',
      'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    ])
      expect(() => noteVerifier(key, checkEd25519)).toThrow(InvalidNote);
  });
});
