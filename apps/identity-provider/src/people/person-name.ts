const longest = 100;

/** A name as a person types it, without blanks around it; undefined when it is none. */
export function personNameOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.trim();
  const isName = name !== '' && name.length <= longest && name.isWellFormed() && !/\p{Cc}/u.test(name);
  return isName ? name : undefined;
}
