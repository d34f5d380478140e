import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from './compile-programs.mjs';
import { supportedBrowsers } from './supported-browsers.mjs';

/** The built scripts of pages. They are not committed: `build` of their project makes them. */
const pageScripts = [
  {
    entry: 'libs/certificates/page/offline-verifier.mjs',
    outfile: 'libs/certificates/src/templates/offline-verifier.js',
  },
  {
    entry: 'libs/certificates/page/site-verifier.mjs',
    outfile: 'libs/certificates/src/templates/site-verifier.js',
    module: true,
  },
  {
    entry: 'apps/public-api/page/rubric.mjs',
    outfile: 'apps/public-api/src/site/templates/site-rubric.js',
    module: true,
  },
];

/** A script that is embedded in a page, or a module that pages import. */
export async function buildPageScript({ entry, outfile, module = false }) {
  await build({
    absWorkingDir: workspace,
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: supportedBrowsers.map(([name, version]) => `${name}${version}`),
    format: module ? 'esm' : 'iife',
    tsconfig: 'tsconfig.base.json',
    // Code that a library uses only in Node.
    external: ['node:*', 'module', 'fs', 'url', 'canvas', '@napi-rs/canvas'],
  });
}

/** For a bundle from a fresh copy of the repository, where no project was built. */
export async function buildMissingPageScripts() {
  for (const script of pageScripts)
    if (!existsSync(join(workspace, script.outfile))) await buildPageScript(script);
}
