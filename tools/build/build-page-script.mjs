// Bundles a script that a page carries in itself: `build-page-script.mjs ENTRY.mjs OUTFILE.js`.
import { build } from 'esbuild';
import { workspace } from './compile-programs.mjs';

const [entry, outfile] = process.argv.slice(2);

await build({
  absWorkingDir: workspace,
  entryPoints: [entry],
  outfile,
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  format: 'iife',
  tsconfig: 'tsconfig.base.json',
  // What a library does in Node alone.
  external: ['node:*', 'module', 'fs', 'url', 'canvas', '@napi-rs/canvas'],
});
