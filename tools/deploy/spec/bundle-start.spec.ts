import { isAscii } from 'node:buffer';
import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programCatalogue } from '../src/program-catalogue';

const bundles = join(__dirname, '../../../dist/deploy');
const services = programCatalogue
  .filter(({ kind }) => kind !== 'command')
  .map(({ deployable, name }) => `${deployable}/${name}`);

/** What Node says when it runs something with nothing in the environment but this. */
async function outputOf(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  type Ended = Readonly<Record<'stdout' | 'stderr', string>>;
  const ended = promisify(execFile)(process.execPath, args, { env });
  const { stdout, stderr } = await ended.catch((failure: unknown) => failure as Ended);
  return stdout + stderr;
}

// Without settings each of them ends as soon as its modules are loaded.
describe.each(services)('%s', (service) => {
  const file = join(bundles, `${service}.js`);

  it('starts from what V8 compiled when the bundle was made', async () => {
    const output = await outputOf([file], { NODE_DEBUG: 'code-cache' });
    expect(output).toMatch(/CODE-CACHE \d+: taken/);
    expect(output).toContain('The settings cannot be used');
  });

  it('does not load all of fetch in order to start', async () => {
    const script = `for (const name of ['fetch', 'Headers', 'Request', 'Response', 'FormData'])
      Object.defineProperty(globalThis, name, { get: () => void console.log(name, 'is asked for') });
    require(${JSON.stringify(file)});`;
    const output = await outputOf(['--eval', script]);
    expect(output).toContain('The settings cannot be used');
    expect(output).not.toContain('is asked for');
  });
});

it('is loaded by Node itself where source maps are asked for, so that it reads them', async () => {
  const folder = join(bundles, 'public-api');
  const script = `process.on('exit', () => {
    const map = require('node:module').findSourceMap(${JSON.stringify(join(folder, 'code/keys.js'))});
    console.log('sources:', map?.payload.sources.length);
  });
  require(${JSON.stringify(join(folder, 'keys.js'))});`;
  expect(await outputOf(['--enable-source-maps', '--eval', script])).toMatch(/sources: \d{2}/);
});

it('is of one byte for each character', () => {
  const files = globSync('*/code/*.js', { cwd: bundles });
  expect(files.length).toBeGreaterThanOrEqual(programCatalogue.length);
  expect(files.filter((file) => !isAscii(readFileSync(join(bundles, file))))).toEqual([]);
});

it('names no function that has the name', () => {
  const code = readFileSync(join(bundles, 'public-api/code/main.js'), 'latin1');
  expect(code).toContain('function createHttpApp(');
  expect(code.match(/^ *__name\((\w+), "\1"\);$/gm)).toBeNull();
});

it('compiles a program whose cache belongs to something else, and writes nothing', async () => {
  const bundle = join(bundles, 'public-api');
  const folder = mkdtempSync(join(tmpdir(), 'bundle-start-'));
  try {
    mkdirSync(join(folder, 'code'));
    copyFileSync(join(bundle, 'main.js'), join(folder, 'main.js'));
    copyFileSync(join(bundle, 'code/main.js.cache'), join(folder, 'code/main.js.cache'));
    writeFileSync(join(folder, 'code/main.js'), "(function () { console.log('has run'); })");
    const fence = ['--permission', `--allow-fs-read=${folder}`];
    const output = await outputOf([...fence, join(folder, 'main.js')], { NODE_DEBUG: 'code-cache' });
    expect(output).toMatch(/CODE-CACHE \d+: not taken/);
    expect(output).toContain('has run');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
