import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedFiles } from './generated-files';

async function main(): Promise<void> {
  for (const [path, content] of await generatedFiles()) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    process.stdout.write(`${path}\n`);
  }
}

void main();
