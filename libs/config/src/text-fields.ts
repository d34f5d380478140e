import { type Field, field } from './field';

// Header injection and broken paths both start with a control character.
const controlCharacter = /\p{Cc}/u;
const address = String.raw`[^\s@<>()[\],:;"\\]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*`;
const name = String.raw`(?:"[^"\\<>]+"|[^\s@<>()[\],:;"\\.][^@<>()[\],:;"\\.]*)`;
const mailbox = new RegExp(`^(?:${address}|${name} <${address}>)$`, 'iu');

/** One line of any text, such as a password of another system. */
export function singleLine(): Field<string> {
  return field('one line of text', (text) => (controlCharacter.test(text) ? undefined : text));
}

export function filePath(): Field<string> {
  return field('the path of a file', (text) => (controlCharacter.test(text) ? undefined : text));
}

/** `assessor@example.com`, `Name <assessor@example.com>` or `"Name, Inc." <assessor@example.com>`. */
export function mailFrom(): Field<string> {
  return field('an e-mail address, or a name and <address>', (text) =>
    mailbox.test(text) && !controlCharacter.test(text) ? text : undefined,
  );
}

export function oneOf<const Name extends string>(...names: readonly Name[]): Field<Name> {
  return field(`one of ${names.join(', ')}`, (text) => names.find((candidate) => candidate === text));
}

export function yesOrNo(): Field<boolean> {
  return field('true or false', (text) =>
    new Map([
      ['true', true],
      ['false', false],
    ]).get(text),
  );
}

/**
 * The holder of this token controls every organization, so it must not be guessable. Random text of this length has this
 * many different characters, even in hexadecimal digits, except one text in ten million.
 */
export function managementToken(): Field<string> {
  const [shortest, fewestDifferent] = [32, 8];
  return field(
    `at least ${shortest} printable characters without spaces, at least ${fewestDifferent} of them different, and no repeated pattern`,
    (text) => {
      const isLong = /^[\x21-\x7e]+$/.test(text) && text.length >= shortest;
      const isRepeated = (text + text).indexOf(text, 1) < text.length;
      return isLong && !isRepeated && new Set(text).size >= fewestDifferent ? text : undefined;
    },
  );
}

export function environment(): Field<'development' | 'staging' | 'production'> {
  return oneOf('development', 'staging', 'production');
}

/** From most to least severe. */
export function logLevel(): Field<'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'> {
  return oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace');
}

/** Names separated by commas, each at most once. */
export function listOf<const Name extends string>(...names: readonly Name[]): Field<readonly Name[]> {
  return field(`a list, separated by commas, of ${names.join(', ')}`, (text) => {
    const items = text.split(',').map((item) => item.trim());
    const chosen = names.filter((candidate) => items.includes(candidate));
    return chosen.length === items.length ? chosen : undefined;
  });
}
