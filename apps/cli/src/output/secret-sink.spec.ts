import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { exitCode } from '../exit-code';
import { secretSink, type SecretOptions, type SecretSink } from './secret-sink';
import { type Streams, Terminal } from './terminal';

/** A place that fails as a full disk or a closed pipe does; undefined: one that does not. */
function outputThatFails(code: string | undefined): Writable {
  const failure = code === undefined ? null : Object.assign(new Error(`${code}: no`), { code });
  return new Writable({
    write: (_chunk, _encoding, done) => {
      done(failure);
    },
  });
}

describe('the place of a secret', () => {
  let folder: string;
  let state: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secret-'));
    state = join(folder, 'state');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function sinkFor(options: SecretOptions, failure?: string): { sink: SecretSink; print: () => void } {
    const streams = {
      stdin: Readable.from([]),
      stdout: outputThatFails(failure),
      stderr: outputThatFails(undefined),
    };
    const terminal = new Terminal(streams as object as Streams, true);
    return {
      sink: secretSink(options, { terminal, stateFolder: state }),
      print: () => {
        terminal.result('printed\n');
      },
    };
  }

  /** What is in the folder of the program, when the sink is done. */
  const saved = (): string[] => readdirSync(state).map((name) => readFileSync(join(state, name), 'utf8'));

  async function taken(options: SecretOptions, failure?: string): Promise<unknown> {
    const { sink, print } = sinkFor(options, failure);
    try {
      return await sink.take('gmc_1', print).catch((error: unknown) => error);
    } finally {
      sink.discard();
    }
  }

  it('is the output, if none is given', async () => {
    expect(sinkFor({}).sink.isPrinted).toBe(true);
    expect(await taken({})).toBeUndefined();
  });

  it('is a new private file', async () => {
    const path = join(folder, 'secret');
    const before = sinkFor({ secretFile: path });
    expect([before.sink.isPrinted, statSync(path).size]).toEqual([false, 4_096]);
    before.sink.discard();
    expect(await taken({ secretFile: path })).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toBe('gmc_1\n');
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect(saved()).toEqual([]);
  });

  it.each<[string, (path: string) => void, RegExp]>([
    [
      'a file',
      (path) => {
        writeFileSync(path, 'of before');
      },
      /exists: secrets do not replace files/,
    ],
    [
      'a link',
      (path) => {
        writeFileSync(`${path}.target`, '');
        symlinkSync(`${path}.target`, path);
      },
      /exists/,
    ],
    [
      'a link to nothing',
      (path) => {
        symlinkSync(`${path}.nothing`, path);
      },
      /exists/,
    ],
    [
      'a folder',
      (path) => {
        mkdirSync(path);
      },
      /exists/,
    ],
  ])('is refused before there is a secret: %s', (_what, make, refusal) => {
    const path = join(folder, 'secret');
    make(path);
    expect(() => sinkFor({ secretFile: path })).toThrow(refusal);
    expect(readdirSync(folder)).not.toContain('secret.nothing');
  });

  it('is refused before there is a secret where nothing can be written', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => sinkFor({ secretFile: join(folder, 'file', 'deeper', 'secret') })).toThrow(/ENOTDIR|EEXIST/);
    expect(() => sinkFor({ secretFile: 'a', secretStdinOf: 'b' })).toThrow('not both');
  });

  it('has no file when there is no secret after all', () => {
    const { sink } = sinkFor({ secretFile: join(folder, 'secret') });
    sink.discard();
    expect([readdirSync(folder), saved()]).toEqual([['state'], []]);
  });

  it('is the stdin of a command', async () => {
    const target = join(folder, 'taken');
    expect(await taken({ secretStdinOf: `cat > '${target}'` })).toBeUndefined();
    expect([readFileSync(target, 'utf8'), saved()]).toEqual(['gmc_1\n', []]);
  });

  it.each<[string, SecretOptions, string | undefined]>([
    ['the disk of the output is full', {}, 'ENOSPC'],
    ['the reader of the output is gone', {}, 'EPIPE'],
    ['the command fails', { secretStdinOf: 'exit 3' }, undefined],
    ['the command fails after it has read', { secretStdinOf: 'cat > /dev/null; exit 3' }, undefined],
    ['there is no such command', { secretStdinOf: 'no-such-command-here' }, undefined],
  ])('is a private file in the folder of the program if %s', async (_what, options, failure) => {
    const error = await taken(options, failure);
    expect(error).toMatchObject({
      code: exitCode.negative,
      message: expect.stringMatching(/The secret is in .+: move it/) as unknown,
    });
    expect(saved()).toEqual(['gmc_1\n']);
    const [name = ''] = readdirSync(state);
    expect((statSync(join(state, name)).mode & 0o777).toString(8)).toBe('600');
    expect(String(error)).toContain(join(state, name));
  });

  it('is that folder too if the chosen file is removed meanwhile', async () => {
    const path = join(folder, 'secret');
    const { sink, print } = sinkFor({ secretFile: path });
    rmSync(path);
    await expect(sink.take('gmc_1', print)).rejects.toThrow('was removed. The secret is in');
    sink.discard();
    expect(saved()).toEqual(['gmc_1\n']);
  });
});
