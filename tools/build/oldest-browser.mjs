// The oldest Chromium of `browserslist`, from npm, for `npm run prove -- browsers`: fetched and unpacked at its first use.
import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { workspace } from './compile-programs.mjs';
import { supportedBrowsers } from './supported-browsers.mjs';

/** The release of the package for each oldest version that was supported. npm checks its hash. */
const releases = { 123: '123.0.1' };

/** Its executable. @throws if the package has no release of the oldest version. */
export async function oldestBrowser() {
  const [, version] = supportedBrowsers.find(([name]) => name === 'chrome');
  const release = releases[version];
  if (release === undefined) throw new Error(`tools/build/oldest-browser.mjs names no Chromium ${version}`);
  const home = join(workspace, 'node_modules/.cache', `chromium-${release}`);
  if (!existsSync(home)) await unpack(release, home);
  return join(home, 'start');
}

async function unpack(release, home) {
  const draft = `${home}-unpacking`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const run = (command, ...args) =>
    execFileSync(command, args, { cwd: draft, stdio: ['ignore', 'ignore', 'inherit'] });
  run('npm', 'pack', '--silent', `@sparticuz/chromium@${release}`);
  run('tar', 'xzf', `sparticuz-chromium-${release}.tgz`);
  const bin = join(draft, 'package/bin');
  for (const name of readdirSync(bin)) {
    const file = join(draft, name.replace(/\.br$/, ''));
    await pipeline(
      createReadStream(join(bin, name)),
      createBrotliDecompress(),
      createWriteStream(file, { mode: 0o755 }),
    );
    if (file.endsWith('.tar')) run('tar', 'xf', file);
  }
  const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${home}/fonts</dir></fontconfig>`;
  writeFileSync(join(draft, 'fonts.conf'), fonts);
  const start = `#!/bin/sh\nFONTCONFIG_FILE=${home}/fonts.conf LD_LIBRARY_PATH=${home}/lib exec ${home}/chromium "$@"\n`;
  writeFileSync(join(draft, 'start'), start, { mode: 0o755 });
  rmSync(join(draft, 'package'), { recursive: true });
  renameSync(draft, home);
}
