import { personNameOf } from '../people/person-name';

export const longestPasskeyName = 60;

/** A typed name without surrounding spaces; undefined when it is not a valid name. */
export function passkeyNameOf(value: unknown): string | undefined {
  const name = personNameOf(value);
  return name === undefined || name.length > longestPasskeyName ? undefined : name;
}
