import { dictionary } from '@zxcvbn-ts/language-common';

/** Why a password is refused. The texts follow "The password …". */
export type PasswordFlaw = 'common' | 'own-address' | 'repeated';

export const passwordFlaws: Readonly<Record<PasswordFlaw, string>> = {
  common: 'must not be a common password, even with digits or symbols around it',
  'own-address': 'must not be based on the email address of the account',
  repeated: 'must not be one repeated pattern',
};

/** The 49,000 most common passwords, in lower case. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);
/** Characters that must remain when the parts of the email address are removed from a password. */
const fewestOwnLetters = 8;
/** Shorter parts of an address occur in many words. */
const shortestPart = 3;

/**
 * Checks for what an attacker tries first (NIST SP 800-63B-4, 3.1.1.2): common passwords, the address of the account, one
 * repeated pattern. There are no composition rules.
 */
export function flawOf(password: string, { email }: { readonly email: string }): PasswordFlaw | undefined {
  const text = password.normalize('NFKC').toLowerCase();
  if (isRepeated(text)) return 'repeated';
  if (isCommon(text)) return 'common';
  const own = withoutParts(text, email.normalize('NFKC').toLowerCase());
  if (own === text) return undefined;
  const letters = own.replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (letters.length < fewestOwnLetters) return 'own-address';
  return isCommon(own) ? 'common' : undefined;
}

/** Whether it has a period of at most half its length: `abcabcabcab` is as easy to guess as `abc`. */
function isRepeated(text: string): boolean {
  const characters = Array.from(text);
  const longest = Math.floor(characters.length / 2);
  for (let period = 1; period <= longest; period += 1) {
    if (characters.every((character, at) => at < period || character === characters[at - period]))
      return true;
  }
  return false;
}

function isCommon(text: string): boolean {
  const [whole, core] = [
    text.replaceAll(/[^\p{L}\p{N}]/gu, ''),
    text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''),
  ];
  return [text, whole, core].some((each) => common.has(each));
}

function withoutParts(text: string, email: string): string {
  const parts = [email, ...email.split('@'), ...email.split(/[^\p{L}\p{N}]+/u)];
  return parts
    .filter(({ length }) => length >= shortestPart)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, part) => rest.replaceAll(part, ''), text);
}
