import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserProcesses, gone } from '../../spec/browser-processes';

const root = join(__dirname, '../../../..');

describe('the browser of a killed process', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'governance-spec-'));
    await promisify(execFile)(join(root, 'node_modules/esbuild/bin/esbuild'), [
      join(__dirname, '../index.ts'),
      '--bundle',
      '--platform=node',
      '--packages=external',
      `--tsconfig=${join(root, 'tsconfig.base.json')}`,
      `--outfile=${join(folder, 'renderer.cjs')}`,
    ]);
    await cp(join(__dirname, '../templates'), join(folder, 'templates'), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('exits with it', async () => {
    const program = `
      const { PuppeteerCertificateRenderer } = require(${JSON.stringify(join(folder, 'renderer.cjs'))});
      new PuppeteerCertificateRenderer({ executable: process.env.BROWSER_EXECUTABLE }).ready().then(() => console.log('ready'));`;
    const env = { ...process.env, NODE_PATH: join(root, 'node_modules') };
    const parent = spawn(process.execPath, ['-e', program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(parent.stdout, 'data');
    const orphans = await browserProcesses(parent.pid);
    expect(orphans.length).toBeGreaterThan(2);
    parent.kill('SIGKILL');
    await gone(orphans);
  });
});
