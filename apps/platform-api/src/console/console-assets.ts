import { PageAssets } from '@governance/design';
import { Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the pages load from our own origin. */
@Injectable()
export class ConsoleAssets extends PageAssets {
  constructor() {
    const rules = [readFileSync(join(__dirname, 'templates', 'console.css'), 'utf8')];
    super({ stylesheet: { name: 'console.css', rules } });
  }
}
