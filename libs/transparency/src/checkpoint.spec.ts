import { checkEd25519, ed25519Key } from '../spec/ed25519';
import { MemoryTiles } from '../spec/memory-tiles';
import tessera from '../spec/tessera-log.json';
import { checkpointText, type LogKeys, openCheckpoint, parseCheckpoint } from './checkpoint';
import { GrowingTree } from './growing-tree';
import { leafHash } from './hashes';
import { InvalidNote } from './invalid-note';
import { logProofText, openLogProof, parseLogProof } from './log-proof';
import { cosigner, noteVerifier, verifierKey } from './note-keys';
import { cosignNote } from './signed-note';
import { StoredTree } from './stored-tree';
import { isExtension } from './verify-proof';

const origin = 'example.com/log/testdata';
const witness = ed25519Key('witness.example.com/w1', Buffer.alloc(32, 7));
const time = 1_679_315_147;
const keys: LogKeys = {
  origin,
  log: [noteVerifier(tessera.verifierKey, checkEd25519)],
  witnesses: [noteVerifier(verifierKey(witness, 'cosignature'), checkEd25519)],
};
const noteAt = (size: number): string => tessera.checkpoints[size] ?? '';
const hello = leafHash(Buffer.from('hello world'));

describe('a checkpoint (C2SP tlog-checkpoint)', () => {
  it('is that of another implementation at each size, with the same root', async () => {
    const tree = new GrowingTree();
    const tiles = new MemoryTiles();
    for (const [size, note] of tessera.checkpoints.entries()) {
      if (size > 0) tree.append(leafHash(Buffer.from(tessera.entries[size - 1] ?? '')));
      tiles.keep(tree.takeTiles());
      const opened = await openCheckpoint(note, keys);
      expect(opened).toEqual({
        origin,
        size,
        root: new Uint8Array(tree.root()),
        extensions: [],
        cosignatures: [],
      });
      for (const earlier of tessera.checkpoints.slice(0, size + 1)) {
        const before = await openCheckpoint(earlier, keys);
        const path = await new StoredTree(tiles, size).consistencyPath(before.size);
        expect(isExtension(before, path, opened)).toBe(true);
      }
    }
  });

  it('is the text of Go’s checksum database', () => {
    // golang.org/x/mod/sumdb/tlog/note_test.go
    const text = 'go.sum database tree\n123456789012\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n';
    const tree = { origin: 'go.sum database tree', size: 123_456_789_012, root: hello, extensions: [] };
    expect(checkpointText(tree)).toBe(text);
    expect(parseCheckpoint(text)).toEqual({ ...tree, root: new Uint8Array(hello) });
    expect(parseCheckpoint(`${text}more\n`).extensions).toEqual(['more']);
  });

  it.each([
    ['no size', 'log\n'],
    ['no end', 'log\n1\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0='],
    ['no origin', '\n1\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n'],
    ['a size in another system', 'log\n0xab\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n'],
    ['a leading zero', 'log\n01\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n'],
    ['a size that is not exact', 'log\n9007199254740993\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n'],
    ['a longer hash', 'log\n1\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBTOOBIG=\n'],
    ['an empty line', 'log\n1\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n\nmore\n'],
  ])('is refused with %s', (_, text) => {
    expect(() => parseCheckpoint(text)).toThrow(InvalidNote);
  });

  it('is refused of another log, and with the signature of a witness alone', async () => {
    await expect(openCheckpoint(noteAt(3), { ...keys, origin: 'example.com/other' })).rejects.toThrow(
      'This checkpoint is of the log example.com/log/testdata',
    );
    const cosigned = await cosignNote(noteAt(3), [cosigner(witness, { sign: witness.sign, time })]);
    await expect(openCheckpoint(cosigned, { ...keys, log: [] })).rejects.toThrow('The log did not sign');
    expect(() => checkpointText({ origin: 'a\nb', size: 1, root: hello, extensions: [] })).toThrow(
      InvalidNote,
    );
  });

  it('has the times of the witnesses that are known (C2SP tlog-cosignature)', async () => {
    const cosigned = await cosignNote(noteAt(3), [cosigner(witness, { sign: witness.sign, time })]);
    expect((await openCheckpoint(cosigned, keys)).cosignatures).toEqual([{ name: witness.name, time }]);
    expect((await openCheckpoint(cosigned, { ...keys, witnesses: [] })).cosignatures).toEqual([]);
    const dated = cosigned.replace(/ (?<signature>\S+)\n$/, (_, signature: string) => {
      const bytes = Buffer.from(signature, 'base64');
      bytes.writeUInt32BE(time - 86_400, 8);
      return ` ${bytes.toString('base64')}\n`;
    });
    await expect(openCheckpoint(dated, keys)).rejects.toThrow(
      'The signature of witness.example.com/w1 is invalid',
    );
  });
});

describe('a proof of an entry (C2SP tlog-proof)', () => {
  async function proofOf(index: number): Promise<string> {
    const tree = new GrowingTree();
    for (const entry of tessera.entries) tree.append(leafHash(Buffer.from(entry)));
    const tiles = new MemoryTiles();
    tiles.keep(tree.takeTiles());
    const path = await new StoredTree(tiles, tree.size).inclusionPath(index);
    const checkpoint = await cosignNote(noteAt(15), [cosigner(witness, { sign: witness.sign, time })]);
    return logProofText({ index, path, checkpoint });
  }

  it('shows an entry, and when a witness saw the log with it', async () => {
    for (const [index, entry] of tessera.entries.entries()) {
      const opened = await openLogProof(await proofOf(index), leafHash(Buffer.from(entry)), keys);
      expect(opened).toMatchObject({ size: 15, cosignatures: [{ name: witness.name, time }] });
    }
  });

  it('shows no other entry, and not at another place', async () => {
    const leaf = leafHash(Buffer.from('five'));
    const proof = await proofOf(4);
    await expect(openLogProof(proof, leafHash(Buffer.from('six')), keys)).rejects.toThrow(
      'The log does not have this entry',
    );
    await expect(openLogProof(proof.replace('index 4', 'index 5'), leaf, keys)).rejects.toThrow(InvalidNote);
    const lines = proof.split('\n');
    await expect(openLogProof(lines.toSpliced(2, 1).join('\n'), leaf, keys)).rejects.toThrow(InvalidNote);
    await expect(openLogProof(proof.replace('\n15\n', '\n16\n'), leaf, keys)).rejects.toThrow(InvalidNote);
  });

  it('keeps what the application adds', async () => {
    const proof = parseLogProof(await proofOf(4));
    const extra = Uint8Array.of(1, 2, 3);
    const text = logProofText({ ...proof, extra });
    expect(text.split('\n').slice(0, 3)).toEqual(['c2sp.org/tlog-proof@v1', 'extra AQID', 'index 4']);
    expect(parseLogProof(text)).toEqual({ ...proof, extra });
  });

  it.each([
    ['another format', (text: string) => text.replace('@v1', '@v2')],
    ['no index', (text: string) => text.replace('index 4\n', '')],
    ['a leading zero', (text: string) => text.replace('index 4', 'index 04')],
    ['a shorter hash', (text: string) => text.replace(/index 4\n../, 'index 4\n')],
    [
      'a long path',
      (text: string) => text.replace('index 4\n', `index 4\n${`${'A'.repeat(43)}=\n`.repeat(60)}`),
    ],
    ['no checkpoint', (text: string) => text.slice(0, text.indexOf('\n\n'))],
    ['nothing', () => ''],
  ])('is refused with %s', async (_, mangle) => {
    const leaf = leafHash(Buffer.from('five'));
    await expect(openLogProof(mangle(await proofOf(4)), leaf, keys)).rejects.toThrow(InvalidNote);
  });
});
