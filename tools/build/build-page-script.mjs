// Bundles a script that is embedded in a page, or a module that pages import: `build-page-script.mjs [--module] ENTRY.mjs OUTFILE.js`.
import { parseArgs } from 'node:util';
import { buildPageScript } from './page-scripts.mjs';

const {
  values: { module },
  positionals: [entry, outfile],
} = parseArgs({ options: { module: { type: 'boolean' } }, allowPositionals: true });

await buildPageScript({ entry, outfile, module });
