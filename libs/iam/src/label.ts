const longest = 100;

/** The problem with a trimmed display label; undefined when it is valid. */
export function labelProblem(label: string): string | undefined {
  const characters = Array.from(label).length;
  if (characters === 0 || characters > longest) return `must have 1 to ${longest} characters`;
  return /\p{Cc}/u.test(label) ? 'must have no control characters' : undefined;
}
