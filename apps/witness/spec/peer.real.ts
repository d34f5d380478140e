import { callHttp, temporaryFolder } from '@governance/testing';
import { checkEd25519 } from '@governance/runtime';
import {
  noteVerifier,
  openCheckpoint,
  parseWitnessAnswer,
  withCosignatures,
  type WitnessAnswer,
} from '@governance/transparency';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { TestLog } from './test-log';
import { TestWitness } from './test-witness';

/** `npm run prove -- witness`: needs Go 1.25 or later and its module proxy. */
describe('the witness of transparency-dev', () => {
  const log = new TestLog('example.com/log');
  const folder = temporaryFolder('peer');
  const peer = join(folder, 'peer');
  let served: ChildProcess;
  let key: string;
  let url: string;

  beforeAll(async () => {
    execFileSync('go', ['build', '-o', peer, '.'], { cwd: join(__dirname, 'peer'), stdio: 'inherit' });
    const child = spawn(peer, ['serve', log.verifierKey], { stdio: ['pipe', 'pipe', 'inherit'] });
    served = child;
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    [key = '', url = ''] = line.split(' ');
  });
  afterAll(async () => {
    served.stdin?.end();
    await once(served, 'close');
    rmSync(folder, { recursive: true });
  });

  const submit = async (body: string): Promise<WitnessAnswer> => {
    const { status, text } = await callHttp(`${url}/add-checkpoint`, { method: 'POST', body });
    return parseWitnessAnswer({ status, body: text });
  };
  const open = (note: string, witnessKey: string): string[] =>
    execFileSync(peer, ['open', log.verifierKey, witnessKey], { input: note, encoding: 'utf8' })
      .trim()
      .split('\n');

  it('cosigns our checkpoints, and we verify its cosignatures', async () => {
    const witnesses = [noteVerifier(key, checkEd25519)];
    for (const [oldSize, size] of [
      [0, 1],
      [1, 255],
      [255, 256],
      [256, 257],
      [257, 257],
      [257, 70_000],
    ] as const) {
      const answer = await submit(await log.request(oldSize, size));
      const lines = answer.kind === 'cosigned' ? answer.lines : '';
      const note = await withCosignatures(await log.checkpoint(size), lines, witnesses);
      const keys = { origin: log.origin, log: [noteVerifier(log.verifierKey, checkEd25519)], witnesses };
      expect(await openCheckpoint(note, keys)).toMatchObject({
        size,
        cosignatures: [{ name: 'peer.example/witness' }],
      });
    }
    expect(await submit(await log.request(5, 80_000))).toEqual({ kind: 'conflict', size: 70_000 });
    expect(await submit(await log.request(70_000, 80_000, { name: 'fork', fork: 60_000 }))).toEqual({
      kind: 'refused',
      status: 422,
    });
  });

  it('opens checkpoints with the cosignature of our witness', async () => {
    const place = new TestWitness([log.verifierKey]);
    try {
      const witness = await place.start();
      const { body } = await witness.addCheckpoint(await log.request(0, 300));
      const note = (await log.checkpoint(300)) + body;
      expect(open(note, place.verifierKey)).toEqual(['300 example.com/log', '300 witness.example/w1']);
      expect(open(note, key)).toEqual(['300 example.com/log']);
      const dated = body.replace(/(?<=\s)\S+\n$/, (signature) => {
        const bytes = Buffer.from(signature, 'base64');
        bytes.writeUInt32BE(1, 8);
        return `${bytes.toString('base64')}\n`;
      });
      expect(() => open(note.slice(0, -body.length) + dated, place.verifierKey)).toThrow('Command failed');
    } finally {
      place.remove();
    }
  });
});
