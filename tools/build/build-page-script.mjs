// Bundles scripts that are embedded in a page, or as a module that a page imports: `build-page-script.mjs [--module] ENTRY.mjs OUTFILE.js`.
import { build } from 'esbuild';
import { parseArgs } from 'node:util';
import { workspace } from './compile-programs.mjs';

const {
  values: { module },
  positionals: [entry, outfile],
} = parseArgs({ options: { module: { type: 'boolean' } }, allowPositionals: true });

await build({
  absWorkingDir: workspace,
  entryPoints: [entry],
  outfile,
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  format: module ? 'esm' : 'iife',
  tsconfig: 'tsconfig.base.json',
  // Code that a library uses only in Node.
  external: ['node:*', 'module', 'fs', 'url', 'canvas', '@napi-rs/canvas'],
});
