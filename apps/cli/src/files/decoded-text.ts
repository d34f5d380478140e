import { TextDecoder } from 'node:util';
import { CommandError } from '../command-error';

/** What a spreadsheet on Windows writes where it does not write UTF-8. */
export type Fallback = 'windows-1252';

/**
 * The text of bytes as editors, shells and spreadsheets write them: UTF-8 or UTF-16 with a byte order mark, or UTF-8. Lines end
 * with `\n`. @throws CommandError for any other encoding, unless there is a fallback.
 */
export function decodedText(bytes: Uint8Array, name: string, fallback?: Fallback): string {
  const text = decoded(bytes) ?? (fallback && new TextDecoder(fallback).decode(bytes));
  // Half of the bytes of UTF-16 without a byte order mark, and of UTF-32.
  if (text === undefined || text.includes('\0')) throw notUtf8(name);
  return text.replaceAll(/\r\n?/g, '\n');
}

/** Not at the end of a chunk: the next one may begin with the other half. */
const lineEnd = /\r?\n|\r(?!$)/;

/** The lines of a large file, as they arrive. @throws CommandError as above. */
export async function* decodedLines(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let rest = '';
  try {
    for await (const chunk of source) {
      decoder ??= decoderOf(chunk);
      const lines = (rest + decoder.decode(chunk, { stream: true })).split(lineEnd);
      if (lines.some((line) => line.includes('\0'))) throw notUtf8(name);
      rest = lines.pop() ?? '';
      yield* lines;
    }
    rest += decoder?.decode() ?? '';
  } catch (error) {
    throw error instanceof TypeError ? notUtf8(name) : error;
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decoderOf(bytes).decode(bytes);
  } catch {
    return undefined;
  }
}

/** It takes the byte order mark away. */
function decoderOf([first, second]: Uint8Array): TextDecoder {
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true });
}

function notUtf8(name: string): CommandError {
  return new CommandError(`${name} is not UTF-8 text: save it as UTF-8`);
}
