import {
  canonicalName,
  hasHiddenCharacters,
  hiddenCharactersRefused,
  RuleViolation,
} from '@governance/kernel';

const longest = 200;

/** A credential's description, in the form of names. Undefined when nothing is left of it. Throws `RuleViolation`. */
export function checkDescription(description: string): string | undefined {
  const text = canonicalName(description);
  if (Array.from(text).length > longest) {
    throw new RuleViolation(`description must have at most ${longest} characters`);
  }
  if (hasHiddenCharacters(text)) throw new RuleViolation(`description ${hiddenCharactersRefused}`);
  return text === '' ? undefined : text;
}
