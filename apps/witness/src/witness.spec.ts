import { checkEd25519 } from '@governance/runtime';
import {
  addCheckpointText,
  noteVerifier,
  openCheckpoint,
  parseAddCheckpoint,
  withCosignatures,
} from '@governance/transparency';
import { createHash } from 'node:crypto';
import { StatementSync } from 'node:sqlite';
import { type History, TestLog } from '../spec/test-log';
import { TestWitness } from '../spec/test-witness';
import { type Answer, type Witness } from './witness';

const origin = 'example.com/log';
const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex');
const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);

describe('a witness (C2SP tlog-witness)', () => {
  let log: TestLog;
  let place: TestWitness;
  let witness: Witness;
  const fork: History = { name: 'fork', fork: 3 };
  const submit = async (oldSize: number, size: number, history?: History): Promise<Answer> =>
    witness.addCheckpoint(await log.request(oldSize, size, history));

  beforeEach(async () => {
    log = new TestLog(origin);
    place = new TestWitness(['# logs', log.verifierKey]);
    witness = await place.start();
  });
  afterEach(() => {
    place.remove();
  });

  it('cosigns each extension of the log, with the time of its clock', async () => {
    for (const [oldSize, size] of [
      [0, 0],
      [0, 3],
      [3, 3],
      [3, 700],
    ] as const) {
      place.clock.advance(60_000);
      const { status, body } = await submit(oldSize, size);
      expect(status).toBe(200);
      const note = await withCosignatures(await log.checkpoint(size), body, [place.verifier]);
      const keys = {
        origin,
        log: [noteVerifier(log.verifierKey, checkEd25519)],
        witnesses: [place.verifier],
      };
      const time = place.clock.now().getTime() / 1000;
      expect(await openCheckpoint(note, keys)).toMatchObject({
        size,
        cosignatures: [{ name: 'witness.example/w1', time }],
      });
    }
  });

  it('answers 404 for a log that it does not know', async () => {
    expect(await witness.addCheckpoint(await new TestLog('other').request(0, 1))).toMatchObject({
      status: 404,
    });
  });

  it('answers 403 without a valid signature of the log', async () => {
    const stranger = new TestLog(origin);
    expect(await witness.addCheckpoint(await stranger.request(0, 1))).toMatchObject({ status: 403 });
    const request = await log.request(0, 1);
    const [, signature = ''] = /(?<=\n)— \S+ (\S+)\n$/.exec(request) ?? [];
    const bytes = Buffer.from(signature, 'base64');
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    expect(await witness.addCheckpoint(request.replace(signature, bytes.toString('base64')))).toMatchObject({
      status: 403,
    });
  });

  it('answers 409 with its size, as text/x.tlog.size, to another old size', async () => {
    await submit(0, 3);
    for (const [oldSize, size] of [
      [0, 5],
      [2, 5],
      [4, 5],
    ] as const)
      expect(await submit(oldSize, size)).toEqual({ status: 409, body: '3\n', type: 'text/x.tlog.size' });
    expect(await witness.addCheckpoint(await new TestLog(origin).request(0, 5))).toMatchObject({
      status: 403,
    });
  });

  it('answers 400 to an old size above that of the checkpoint, and to text that is no request', async () => {
    const request = await log.request(0, 3);
    expect(await witness.addCheckpoint(request.replace('old 0', 'old 4'))).toMatchObject({ status: 400 });
    for (const body of [
      '',
      'old 0\n\n',
      request.replace('old 0', 'old 00'),
      request.replaceAll('\n', '\r\n'),
      `${request}x`,
      request.replace('— ', '- '),
    ])
      expect([400, 404]).toContain((await witness.addCheckpoint(body)).status);
    const note = await log.checkpoint(3);
    expect(
      await witness.addCheckpoint(
        addCheckpointText({ oldSize: 0, path: [], checkpoint: note.replace('\n3\n', '\n03\n') }),
      ),
    ).toMatchObject({ status: 403 });
  });

  it('answers 422 to a tree that is not shown to extend the last one, and then still cosigns the right one', async () => {
    await submit(0, 5);
    expect(await submit(5, 8, fork)).toMatchObject({ status: 422 });
    expect(await submit(5, 5, fork)).toMatchObject({ status: 422 });
    const { path, checkpoint } = parseAddCheckpoint(await log.request(5, 8));
    for (const wrong of [[], path.slice(1), [...path, ...path], path.toReversed()])
      expect(
        await witness.addCheckpoint(addCheckpointText({ oldSize: 5, path: wrong, checkpoint })),
      ).toMatchObject({ status: 422 });
    expect(await submit(5, 8)).toMatchObject({ status: 200 });
  });

  it('answers 422 to a proof where none is needed', async () => {
    const { path } = parseAddCheckpoint(await log.request(3, 5));
    const first = addCheckpointText({ oldSize: 0, path, checkpoint: await log.checkpoint(5) });
    expect(await witness.addCheckpoint(first)).toMatchObject({ status: 422 });
  });

  it('keeps both signed trees of one size in its log: the log has two histories', async () => {
    await submit(0, 5);
    await submit(5, 5, fork);
    const [line] = place.lines.filter(({ level }) => level === 'error');
    expect(line).toMatchObject({ msg: 'the log signed two trees of one size', origin, size: 5 });
    expect((line?.notes as string[])[1]).toBe(await log.checkpoint(5, fork));
  });

  it('cosigns one history when two are submitted at the same moment', async () => {
    await submit(0, 3);
    const other: History = { name: 'other', fork: 3 };
    const requests = await Promise.all(
      Array.from({ length: 20 }, (_, each) => log.request(3, 5, each % 2 === 0 ? fork : other)),
    );
    const answers = await Promise.all(requests.map((request) => witness.addCheckpoint(request)));
    expect(statusesOf(answers).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const first = await submit(5, 6, fork);
    const [kept, refused] = first.status === 200 ? [fork, other] : [other, fork];
    expect((await submit(5, 6, kept)).status).toBe(first.status === 200 ? 409 : 200);
    expect(statusesOf([await submit(6, 7, refused), await submit(6, 7, kept)])).toEqual([422, 200]);
  });

  it('cosigns nothing that its disk did not take, and then goes on', async () => {
    await submit(0, 3);
    const written = jest.spyOn(StatementSync.prototype, 'run').mockImplementationOnce(() => {
      throw new Error('database or disk is full');
    });
    await expect(submit(3, 5)).rejects.toThrow('disk is full');
    written.mockRestore();
    expect(witness.checkpointOf(hashOf(origin)).body).toContain('\n3\n');
    expect(statusesOf([await submit(3, 4, fork), await submit(4, 6, fork)])).toEqual([200, 200]);
  });

  it('remembers what it stored before a crash, even if its answer never left', async () => {
    await submit(0, 3);
    await submit(3, 5);
    witness = await place.start();
    expect(await submit(3, 5, fork)).toMatchObject({ status: 409, body: '5\n' });
    expect(await submit(5, 6, fork)).toMatchObject({ status: 422 });
    expect(await submit(5, 6)).toMatchObject({ status: 200 });
  });

  it('cosigns nothing with a clock that is behind its last cosignature', async () => {
    await submit(0, 3);
    place.clock.advance(-86_400_000);
    expect(await submit(3, 5)).toMatchObject({ status: 503 });
    expect(place.lines.at(-1)).toMatchObject({ level: 'error', secondsBehind: 86_400 });
    place.clock.advance(86_400_000);
    expect(await submit(3, 5)).toMatchObject({ status: 200 });
  });

  it('shows monitors the last checkpoint, with the signatures of the log and its own alone', async () => {
    expect(witness.checkpointOf(hashOf(origin))).toMatchObject({ status: 404 });
    const stranger = new TestLog('stranger');
    const request = parseAddCheckpoint(await log.request(0, 3));
    const signedTwice = await stranger.signed(request.checkpoint);
    const { body } = await witness.addCheckpoint(addCheckpointText({ ...request, checkpoint: signedTwice }));
    expect(witness.checkpointOf(hashOf(origin))).toEqual({ status: 200, body: request.checkpoint + body });
    expect(witness.checkpointOf(hashOf('stranger'))).toMatchObject({ status: 404 });
  });

  it('keeps one history for each log', async () => {
    const second = new TestLog('example.com/second');
    place.remove();
    place = new TestWitness([log.verifierKey, second.verifierKey]);
    witness = await place.start();
    await submit(0, 3);
    expect(await witness.addCheckpoint(await second.request(0, 5))).toMatchObject({ status: 200 });
    expect(await submit(3, 4)).toMatchObject({ status: 200 });
  });
});
