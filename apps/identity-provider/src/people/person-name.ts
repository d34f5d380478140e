import { canonicalName, longestName, nameProblem, withoutHiddenCharacters } from '@governance/kernel';

const longestPasskeyName = 60;
const longestAssertedName = 200;

export type TypedName = { readonly name: string } | { readonly problem: string };

/** The name of a person that a form has, in canonical form, or why it is refused. */
export function personNameIn(value: unknown): TypedName {
  return typedName(value, { word: 'Your name', longest: longestName });
}

export function passkeyNameIn(value: unknown): TypedName {
  return typedName(value, { word: 'The name of the passkey', longest: longestPasskeyName });
}

/** What a reader sees of a name that another provider asserts. Undefined when nothing is left. */
export function assertedName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const start = Array.from(value.normalize('NFC')).slice(0, longestAssertedName).join('');
  const name = canonicalName(withoutHiddenCharacters(start));
  return nameProblem(name, longestAssertedName) === undefined ? name : undefined;
}

function typedName(
  value: unknown,
  { word, longest }: { readonly word: string; readonly longest: number },
): TypedName {
  const name = canonicalName(typeof value === 'string' ? value : '');
  const problem = nameProblem(name, longest);
  return problem === undefined ? { name } : { problem: `${word} ${problem}.` };
}
