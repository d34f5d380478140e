import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { CommandError } from '../command-error';
import { decodedText, type Fallback } from './decoded-text';

/** The text of a file, or of stdin for `-`. @throws CommandError */
export async function readText(
  file: string,
  stdin: NodeJS.ReadableStream,
  fallback?: Fallback,
): Promise<string> {
  return file === '-' ? decodedText(await buffer(stdin), 'stdin', fallback) : readTextFile(file, fallback);
}

const longestLine = 2_000;

/** A file that is one line, such as a secret. @throws CommandError for any other, such as a key: a wrong file is not sent. */
export async function readLine(file: string, stdin: NodeJS.ReadableStream, what: string): Promise<string> {
  const line = (await readText(file, stdin)).trim();
  if (line !== '' && line.length <= longestLine && !/[\r\n]/.test(line)) return line;
  throw new CommandError(`${file} is not ${what}: that is one line. Nothing was sent`);
}

/** The text of a file. @throws CommandError */
export function readTextFile(file: string, fallback?: Fallback): string {
  return decodedText(bytesOf(file), file, fallback);
}

/** The bytes of a file that is no text. @throws CommandError */
export function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Text, parsed. @throws CommandError */
export async function readJson(file: string, stdin: NodeJS.ReadableStream): Promise<unknown> {
  const content = await readText(file, stdin);
  try {
    return JSON.parse(content);
  } catch {
    throw new CommandError(`${file} is not JSON`);
  }
}
