// Bundles a script of a page: `build-page-script.mjs ENTRY.mjs OUTFILE.js` for one that is embedded, with `esm` for a module.
import { build } from 'esbuild';
import { workspace } from './compile-programs.mjs';

const [entry, outfile, format = 'iife'] = process.argv.slice(2);

await build({
  absWorkingDir: workspace,
  entryPoints: [entry],
  outfile,
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  format,
  tsconfig: 'tsconfig.base.json',
  // Code that a library uses only in Node.
  external: ['node:*', 'module', 'fs', 'url', 'canvas', '@napi-rs/canvas'],
});
