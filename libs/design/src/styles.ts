import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rules of every page: resets, text, links, focus. */
export function baseStyles(): string {
  return textOf('base.css');
}

/** The rules of pages with a masthead and columns: the site and the console. */
export function frameStyles(): string {
  return textOf('frame.css');
}

function textOf(name: string): string {
  return readFileSync(join(__dirname, 'templates', name), 'utf8');
}
