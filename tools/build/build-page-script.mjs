// Bundles a script of a page: `build-page-script.mjs ENTRY.mjs OUTFILE.js [FORMAT]`.
import { buildPageScript } from './page-scripts.mjs';

const [entry, outfile, format = 'iife'] = process.argv.slice(2);

await buildPageScript({ entry, outfile, format });
