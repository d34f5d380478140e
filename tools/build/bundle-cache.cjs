'use strict';
// `bundle-cache.cjs FOLDER PROGRAM`: runs a program of a bundle to its end, and keeps what V8 has compiled until then. The
// packages of a bundle are those of the workspace: none is installed yet.
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const [, , folder, program] = process.argv;
const file = join(folder, `${program}.js`);
const filename = join(folder, 'code', `${program}.js`);
const script = new Script(readFileSync(filename, 'latin1'), { filename });
process.on('exit', () => writeFileSync(`${filename}.cache`, script.createCachedData()));
script.runInThisContext()(exports, require, module, file, folder);
