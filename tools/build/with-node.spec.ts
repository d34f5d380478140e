import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const withNode = join(__dirname, 'with-node.mjs');

describe('with-node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'with-node-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function start(program: string, ...args: string[]): ChildProcessByStdio<null, Readable, null> {
    const script = join(folder, 'program.cjs');
    writeFileSync(script, program);
    return spawn(process.execPath, [withNode, script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  async function codeOf(child: ChildProcess): Promise<unknown> {
    const [code] = (await once(child, 'exit')) as [unknown];
    return code;
  }

  it('forwards arguments, puts the same Node into PATH, and exits with the exit code', async () => {
    const child = start(
      `
      const { execFileSync } = require('node:child_process');
      const inner = execFileSync('node', ['-p', 'process.version'], { encoding: 'utf8' }).trim();
      console.log(JSON.stringify([process.argv.slice(2), inner === process.version]));
      process.exitCode = 7;`,
      'a b',
      '--c',
    );
    const code = codeOf(child);
    expect(JSON.parse(await text(child.stdout))).toEqual([['a b', '--c'], true]);
    expect(await code).toBe(7);
  });

  it('fails if a signal ended the program', async () => {
    expect(await codeOf(start(`process.kill(process.pid, 'SIGKILL');`))).toBe(128 + 9);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'hands on %s once and waits for the program to end',
    async (signal) => {
      const child = start(`
      let count = 0;
      process.on('${signal}', () => {
        count += 1;
        setTimeout(() => process.exit(40 + count), 50);
      });
      setInterval(() => undefined, 1000);
      console.log('ready');`);
      const code = codeOf(child);
      await once(child.stdout, 'data');
      child.kill(signal);
      expect(await code).toBe(41);
    },
  );

  it('tells the user to run npm ci if a package is not installed', async () => {
    const child = spawn(process.execPath, [withNode, 'no-such-package'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const code = codeOf(child);
    expect(await text(child.stderr)).toContain('no-such-package is not installed. Run `npm ci` first.');
    expect(await code).toBe(1);
  });
});
