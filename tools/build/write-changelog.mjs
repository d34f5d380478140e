// `npm run changelog`
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogOf } from './changelog.mjs';
import { workspace } from './compile-programs.mjs';

const { version } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
writeFileSync(join(workspace, 'CHANGELOG.md'), await changelogOf(workspace, version));
