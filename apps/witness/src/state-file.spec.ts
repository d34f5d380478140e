import { checkEd25519 } from '@governance/runtime';
import { chmodSync, copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { TestLog } from '../spec/test-log';
import { TestWitness } from '../spec/test-witness';
import { knownLogs } from './known-logs';
import { StateFile } from './state-file';
import { createKeyFile, readWitnessKey } from './witness-key';

const log = new TestLog('example.com/log');

describe('the files of a witness', () => {
  let place: TestWitness;
  beforeEach(async () => {
    place = new TestWitness([log.verifierKey]);
    const witness = await place.start();
    for (const [oldSize, size] of [
      [0, 300],
      [300, 301],
    ] as const)
      await witness.addCheckpoint(await log.request(oldSize, size));
  });
  afterEach(() => {
    place.remove();
  });

  function changed(sql: string): void {
    place.stop();
    const database = new DatabaseSync(place.stateFile);
    database.exec(sql);
    database.close();
  }

  it('cannot be shared by two processes', async () => {
    await expect(place.openState()).rejects.toThrow('STATE_FILE is in use by another process');
    place.stop();
    (await place.openState()).close();
  });

  it('stop the start if the state is missing', async () => {
    place.stop();
    rmSync(place.stateFile);
    await expect(place.openState()).rejects.toThrow('STATE_FILE does not exist');
  });

  it.each([
    [
      'empty',
      (file: string) => {
        truncateSync(file, 0);
      },
    ],
    [
      'cut',
      (file: string) => {
        truncateSync(file, 5000);
      },
    ],
    [
      'something else',
      (file: string) => {
        writeFileSync(file, 'x'.repeat(5000));
      },
    ],
    [
      'changed in one place',
      (file: string) => {
        const content = readFileSync(file, 'latin1');
        expect(content).toContain('\n301\n');
        writeFileSync(file, content.replaceAll('\n301\n', '\n201\n'), 'latin1');
      },
    ],
  ])('stop the start if the state is %s', async (_, damage) => {
    place.stop();
    damage(place.stateFile);
    await expect(place.openState()).rejects.toThrow(/^STATE_FILE is (?:damaged|not the state of a witness)/);
  });

  it('stop the start if a remembered checkpoint is not what the witness signed', async () => {
    changed(
      `UPDATE checkpoint SET note = replace(note, char(10) || '301' || char(10), char(10) || '300' || char(10))`,
    );
    await expect(place.openState()).rejects.toThrow('STATE_FILE is damaged');
  });

  it('stop the start if the state is of another database or of another key', async () => {
    changed("UPDATE beginning SET verifier_key = 'other'");
    await expect(place.openState()).rejects.toThrow('STATE_FILE is of another key: other');
    changed('PRAGMA application_id = 1');
    await expect(place.openState()).rejects.toThrow('STATE_FILE is not the state of a witness');
  });

  it('are created once', () => {
    const before = readFileSync(place.keyFile);
    expect(() => {
      createKeyFile(place.keyFile);
    }).toThrow('EEXIST');
    expect(() => {
      StateFile.create(place.stateFile, { verifierKey: 'x', at: new Date(0), isForgetful: false });
    }).toThrow('EEXIST');
    expect(readFileSync(place.keyFile)).toEqual(before);
  });

  it('stop the start if the key is missing, open to others, or of another kind', () => {
    const read = () => readWitnessKey(place.keyFile, 'w');
    chmodSync(place.keyFile, 0o644);
    expect(read).toThrow('others could use KEY_FILE');
    chmodSync(place.keyFile, 0o640);
    expect(read().name).toBe('w');
    writeFileSync(place.keyFile, 'no key');
    expect(read).toThrow('KEY_FILE has no private Ed25519 key');
    rmSync(place.keyFile);
    expect(read).toThrow('KEY_FILE does not exist');
  });

  it('know a log by several keys, and refuse a line that is no key', () => {
    const next = new TestLog(log.origin);
    const logs = knownLogs(`\n# key\n ${log.verifierKey}\n${next.verifierKey}\n`, checkEd25519);
    expect([...logs].map(([origin, keys]) => [origin, keys.length])).toEqual([[log.origin, 2]]);
    expect(() => knownLogs('example.com/log', checkEd25519)).toThrow('this is no verifier key');
  });

  it('take a copy of the state for the same memory, which is why backups are not restored', async () => {
    place.stop();
    copyFileSync(place.stateFile, `${place.stateFile}.copy`);
    copyFileSync(`${place.stateFile}.copy`, place.stateFile);
    const state = await place.openState();
    expect(state.last(log.origin)?.size).toBe(301);
    state.close();
  });
});
