// `npm run release -- changelog`
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogOf } from './changelog.mjs';
import { workspace } from './compile-programs.mjs';

const read = (file) => JSON.parse(readFileSync(join(workspace, file), 'utf8'));
const { version } = read('package.json');
const reworded = read('tools/build/reworded-commits.json');
writeFileSync(join(workspace, 'CHANGELOG.md'), await changelogOf(workspace, version, reworded));
