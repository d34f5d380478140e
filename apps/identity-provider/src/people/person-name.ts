const longest = 100;

/** A typed name without surrounding spaces; undefined when it is not a valid name. */
export function personNameOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.trim();
  const isName = name !== '' && name.length <= longest && name.isWellFormed() && !/\p{Cc}/u.test(name);
  return isName ? name : undefined;
}
