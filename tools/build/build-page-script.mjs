// Bundles a script that is embedded in a page: `build-page-script.mjs ENTRY.mjs OUTFILE.js`.
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
  // Code that a library uses only in Node.
  external: ['node:*', 'module', 'fs', 'url', 'canvas', '@napi-rs/canvas'],
});
