import { parseRfc3339 } from '@governance/iam';
import { asUuid, RuleViolation } from '@governance/kernel';

/** One of the values of a condition; undefined if the condition is absent. Throws `RuleViolation`. */
export function checkOneOf<Value extends string>(
  name: string,
  text: string | undefined,
  values: readonly Value[],
): Value | undefined {
  const known = values.find((value) => value === text);
  if (text !== undefined && known === undefined) {
    throw new RuleViolation(`${name} must be ${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`);
  }
  return known;
}

/** Throws `RuleViolation`. */
export function checkBoolean(name: string, text: string | undefined): boolean | undefined {
  const known = checkOneOf(name, text, ['true', 'false']);
  return known === undefined ? undefined : known === 'true';
}

/** In stored form. Throws `RuleViolation`. */
export function checkClientId(text: string | undefined): string | undefined {
  const id = text === undefined ? undefined : asUuid(text);
  if (text !== undefined && id === undefined) throw new RuleViolation('client_id must be the id of a client');
  return id;
}

/** Throws `RuleViolation`. */
export function checkTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = parseRfc3339(text);
  if (time === undefined) throw new RuleViolation(`${name} must be an RFC 3339 timestamp`);
  return time;
}
