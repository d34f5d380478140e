import { temporaryFolder } from '@governance/testing';
import { checkEd25519 } from '@governance/runtime';
import { isIncluded, leafHash, noteVerifier, openCheckpoint } from '@governance/transparency';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeSampleLog } from './sample-log';

interface Proofs {
  readonly key: string;
  readonly root: string;
  readonly inclusion: readonly { readonly index: number; readonly path: readonly string[] }[];
}

describe('a sample log', () => {
  const folder = temporaryFolder('sample-log');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('has the files of a log of its size, and proofs that lead to its checkpoint', async () => {
    await writeSampleLog(folder, 257);
    const { key, root, inclusion } = JSON.parse(readFileSync(join(folder, 'proofs.json'), 'utf8')) as Proofs;
    const checkpoint = await openCheckpoint(readFileSync(join(folder, 'checkpoint'), 'utf8'), {
      origin: 'example.com/sample-log',
      log: [noteVerifier(key, checkEd25519)],
      witnesses: [],
    });
    expect([checkpoint.size, Buffer.from(checkpoint.root).toString('base64')]).toEqual([257, root]);
    expect(inclusion.map(({ index }) => index)).toEqual([0, 1, 255, 256, 128]);
    for (const { index, path } of inclusion) {
      const leaf = { index, hash: leafHash(Buffer.from(`entry ${index}`)) };
      const hashes = path.map((hash) => new Uint8Array(Buffer.from(hash, 'base64')));
      expect(isIncluded(leaf, hashes, checkpoint)).toBe(true);
    }
    for (const file of ['tile/0/000', 'tile/0/001.p/1', 'tile/1/000.p/1', 'tile/entries/001.p/1'])
      expect(existsSync(join(folder, file))).toBe(true);
  });
});
