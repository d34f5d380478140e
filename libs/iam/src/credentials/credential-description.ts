import { RuleViolation } from '@governance/kernel';
import { controlCharactersRefused, hasControlCharacters } from '../label';

const longest = 200;

/** A credential's description, trimmed. Undefined when nothing is left of it. Throws `RuleViolation`. */
export function checkDescription(description: string): string | undefined {
  const trimmed = description.trim();
  if (Array.from(trimmed).length > longest) {
    throw new RuleViolation(`description must have at most ${longest} characters`);
  }
  if (hasControlCharacters(trimmed)) throw new RuleViolation(`description ${controlCharactersRefused}`);
  return trimmed === '' ? undefined : trimmed;
}
