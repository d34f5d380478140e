import { buildSync } from 'esbuild';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Keyring } from './keyring';
import { runKeysCommand } from './keys.command';

const context = { table: 'deliveries', column: 'message', row: '1' };

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
  file = join(folder, 'keyring.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function run(...args: string[]): { code: number; lines: string[] } {
  const lines: string[] = [];
  const now = new Date('2026-03-04T05:06:07.008Z');
  const code = runKeysCommand(args, { file, now, print: (line) => lines.push(line) });
  return { code, lines };
}

/** Runs `keys init` concurrently in several threads. */
async function atOnce(threads: number): Promise<{ code: number; lines: string[] }[]> {
  const bundle = join(folder, '..', `${basename(folder)}.cjs`);
  buildSync({
    entryPoints: [join(__dirname, 'keys.command.ts')],
    bundle: true,
    platform: 'node',
    outfile: bundle,
  });
  const gate = new Int32Array(new SharedArrayBuffer(8));
  const program = `
    const { parentPort, workerData: { bundle, gate, file, threads } } = require('node:worker_threads');
    const { runKeysCommand } = require(bundle);
    const lines = [];
    if (Atomics.add(gate, 0, 1) + 1 === threads) { Atomics.store(gate, 1, 1); Atomics.notify(gate, 1); }
    Atomics.wait(gate, 1, 0);
    const code = runKeysCommand(['init'], { file, now: new Date(), print: (line) => lines.push(line) });
    parentPort.postMessage({ code, lines });`;
  const workers = Array.from(
    { length: threads },
    () => new Worker(program, { eval: true, workerData: { bundle, gate, file, threads } }),
  );
  const results = await Promise.all(
    workers.map(async (worker) => {
      const exited = once(worker, 'exit');
      const [result] = (await once(worker, 'message')) as [{ code: number; lines: string[] }];
      await exited;
      return result;
    }),
  );
  rmSync(bundle);
  return results;
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

function keysIn(text: string): string[] {
  return [...text.matchAll(/"key": "([^"]+)"/g)].map(([, key = '']) => key);
}

describe('keys init', () => {
  it('creates a keyring that only its owner can use, and leaves nothing else behind', () => {
    expect(run('init').code).toBe(0);
    expect(modeOf(file)).toBe('600');
    expect(readdirSync(folder)).toEqual(['keyring.json']);
    const keyring = Keyring.load(file);
    expect(keyring.open(keyring.seal('note', context), context).toString()).toBe('note');
  });

  it('says that the file exists already, changes nothing and succeeds', () => {
    run('init');
    const before = readFileSync(file, 'utf8');
    expect(run('init')).toEqual({ code: 0, lines: [`${file} exists already and is unchanged.`] });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['keyring.json']);
  });

  it('makes different keys each time', () => {
    run('init');
    const [first] = keysIn(readFileSync(file, 'utf8'));
    rmSync(file);
    run('init');
    expect(keysIn(readFileSync(file, 'utf8'))).not.toContain(first);
  });

  it('lets exactly one of several at once create the file, and it is whole', async () => {
    const results = await atOnce(4);
    expect(results.filter(({ lines }) => lines.join().includes('Created'))).toHaveLength(1);
    expect(results.filter(({ lines }) => lines.join().includes('exists already'))).toHaveLength(3);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(keysIn(readFileSync(file, 'utf8'))).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['keyring.json']);
  });

  it('names the folder that is missing', () => {
    file = join(folder, 'missing', 'keyring.json');
    const { code, lines } = run('init');
    expect(code).toBe(1);
    expect(lines.join()).toMatch(/ENOENT.*missing/);
  });
});

describe('keys rotate', () => {
  it('adds a version, so that old values still open and new ones use the new key', () => {
    run('init');
    const before = Keyring.load(file);
    const sealed = before.seal('note', context);
    expect(run('rotate', '0').lines.join()).toContain('Added key version 2');
    const after = Keyring.load(file);
    expect(after.open(sealed, context).toString()).toBe('note');
    expect(after.macs('recipient', 'a')[1]).toEqual(before.mac('recipient', 'a'));
    expect(() => before.open(after.seal('note', context), context)).toThrow('no key version 2');
    expect(readdirSync(folder)).toEqual(['keyring.json']);
  });

  it('adds a version that is used an hour later, or after the given minutes', () => {
    run('init');
    expect(run('rotate').lines).toContain(
      'It is used from 2026-03-04T06:06:07.008Z: restart every program with this file before.',
    );
    run('rotate', '5');
    expect(run('list').lines).toEqual([
      'version 1  created 2026-03-04T05:06:07.008Z',
      'version 2  created 2026-03-04T05:06:07.008Z  used from 2026-03-04T06:06:07.008Z',
      'version 3  created 2026-03-04T05:06:07.008Z  used from 2026-03-04T05:11:07.008Z',
    ]);
  });

  it.each(['-1', '1.5', 'soon', '100000'])('refuses %s minutes', (minutes) => {
    run('init');
    const before = readFileSync(file, 'utf8');
    expect(run('rotate', minutes).code).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it.each(['600', '400', '440'])('keeps mode %s', (mode) => {
    run('init');
    chmodSync(file, Number.parseInt(mode, 8));
    expect(run('rotate').code).toBe(0);
    expect(modeOf(file)).toBe(mode);
  });

  it('changes the file behind a symbolic link and keeps the link', () => {
    run('init');
    const target = file;
    file = join(folder, 'link.json');
    symlinkSync(target, file);
    run('rotate');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(keysIn(readFileSync(target, 'utf8'))).toHaveLength(2);
  });

  it('is refused while another rotation is under way, and loses no key', () => {
    run('init');
    writeFileSync(`${file}.new`, '');
    const before = readFileSync(file, 'utf8');
    const { code, lines } = run('rotate');
    expect(code).toBe(1);
    expect(lines.join()).toContain(`delete ${file}.new and try again`);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('changes nothing when the file is damaged or open to others, and can be repeated after the repair', () => {
    run('init');
    chmodSync(file, 0o644);
    expect(run('rotate').code).toBe(1);
    chmodSync(file, 0o600);
    expect(keysIn(readFileSync(file, 'utf8'))).toHaveLength(1);
    expect(run('rotate').code).toBe(0);
    writeFileSync(file, '{}');
    expect(run('rotate').code).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  it('names the file that is missing', () => {
    expect(run('rotate')).toEqual({
      code: 1,
      lines: [`The keyring file ${file} does not exist: \`npm run operate -- keys init\` creates it.`],
    });
  });
});

describe('keys list', () => {
  it('shows versions and times, oldest first', () => {
    run('init');
    run('rotate', '0');
    expect(run('list')).toEqual({
      code: 0,
      lines: ['version 1  created 2026-03-04T05:06:07.008Z', 'version 2  created 2026-03-04T05:06:07.008Z'],
    });
  });

  it('never prints key material, and neither does any other command', () => {
    const printed = [run('init'), run('init'), run('rotate', '0'), run('list'), run('nonsense')].flatMap(
      ({ lines }) => lines,
    );
    const keys = keysIn(readFileSync(file, 'utf8'));
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(printed.join()).not.toContain(key);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"', "'"));
    expect(run('list').code).toBe(1);
    for (const key of keys) expect(run('list').lines.join()).not.toContain(key.slice(0, 8));
  });
});

describe('keys', () => {
  it.each([[[]], [['nonsense']], [['init', 'now']], [['toString']]])('shows its usage for %j', (args) => {
    expect(run(...args)).toEqual({ code: 2, lines: ['Usage: keys init | rotate [MINUTES] | list'] });
    expect(existsSync(file)).toBe(false);
  });
});
