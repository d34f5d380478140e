import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CommandError } from '../command-error';

/** The text of a file, or of stdin for `-`. @throws CommandError */
export async function readText(file: string, stdin: NodeJS.ReadableStream): Promise<string> {
  if (file === '-') return text(stdin);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** The same, parsed. @throws CommandError */
export async function readJson(file: string, stdin: NodeJS.ReadableStream): Promise<unknown> {
  const content = await readText(file, stdin);
  try {
    return JSON.parse(content);
  } catch {
    throw new CommandError(`${file} is not JSON`);
  }
}
