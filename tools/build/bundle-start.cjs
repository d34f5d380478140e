'use strict';
// Starts the program of its own name in `code`. V8 has compiled it when the bundle was made, and the cache beside it saves
// each start from doing so again (docs/adr/0014-deploy-bundles.md). Nothing is ever written here.
const { existsSync, readFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { debuglog } = require('node:util');
const { Script } = require('node:vm');

const filename = join(__dirname, 'code', basename(__filename));
const cache = `${filename}.cache`;

/** V8 refuses a cache of another Node, of other flags or of other code, and compiles. */
function compiled() {
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
  // The code is ASCII, and read as such it takes a byte for each character.
  const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
  debuglog('code-cache')(script.cachedDataRejected === false ? 'taken' : 'not taken');
  return script.runInThisContext();
}

// Node reads source maps of what it loads itself.
const program = process.sourceMapsEnabled ? require(filename) : compiled();
program(exports, require, module, __filename, __dirname);
