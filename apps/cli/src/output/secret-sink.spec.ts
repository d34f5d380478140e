import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { exitCode } from '../exit-code';
import { secretSink } from './secret-sink';
import { type Streams, Terminal } from './terminal';

describe('the place of a secret', () => {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const terminal = new Terminal(streams as object as Streams, true);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secret-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('is the output, if none is given', () => {
    expect(secretSink({}, terminal).isPrinted).toBe(true);
  });

  it('is a new private file', async () => {
    const sink = secretSink({ secretFile: join(folder, 'secret') }, terminal);
    expect(sink.isPrinted).toBe(false);
    await sink.take('gmc_1');
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('gmc_1\n');
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('is found to be unusable before there is a secret', () => {
    writeFileSync(join(folder, 'secret'), 'of before');
    expect(() => secretSink({ secretFile: join(folder, 'secret') }, terminal)).toThrow('exists');
    const belowFile = join(folder, 'secret', 'deeper', 'secret');
    expect(() => secretSink({ secretFile: belowFile }, terminal)).toThrow(/ENOTDIR|EEXIST/);
    expect(() => secretSink({ secretFile: 'a', secretStdinOf: 'b' }, terminal)).toThrow('not both');
  });

  it('has no file when there is no secret after all', () => {
    secretSink({ secretFile: join(folder, 'secret') }, terminal).discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is the stdin of a command, whose failure is told', async () => {
    const target = join(folder, 'taken');
    await secretSink({ secretStdinOf: `cat > '${target}'` }, terminal).take('gmc_2');
    expect(readFileSync(target, 'utf8')).toBe('gmc_2\n');
    await expect(secretSink({ secretStdinOf: 'exit 3' }, terminal).take('gmc_3')).rejects.toMatchObject({
      code: exitCode.negative,
      message: expect.stringContaining('rotate the credential') as unknown,
    });
  });
});
