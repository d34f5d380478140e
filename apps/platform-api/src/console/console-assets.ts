import { customProperties, frameStyles, PageAssets } from '@governance/design';
import { Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the pages load from our own origin. */
@Injectable()
export class ConsoleAssets extends PageAssets {
  constructor() {
    // The print rules come last: paper is light, even if the screen is dark.
    const print = `@media print{${customProperties({ themes: 'light' })}}`;
    const styles = ['forms', 'lists', 'masthead', 'parts', 'portfolio'].map((name) =>
      textOf(`console-${name}.css`),
    );
    super({
      stylesheet: {
        name: 'console.css',
        rules: [frameStyles(), ...styles, print, textOf('console-print.css')],
      },
      scripts: { 'console.js': textOf('console.js'), 'import.js': textOf('import.js') },
    });
  }
}

function textOf(name: string): string {
  return readFileSync(join(__dirname, 'templates', name), 'utf8');
}
