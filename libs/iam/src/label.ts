const longest = 100;
const controlCharacters = /\p{Cc}/u;
export const controlCharactersRefused = 'must have no control characters';

/** The problem with a trimmed display label; undefined when it is valid. */
export function labelProblem(label: string): string | undefined {
  const characters = Array.from(label).length;
  if (characters === 0 || characters > longest) return `must have 1 to ${longest} characters`;
  return hasControlCharacters(label) ? controlCharactersRefused : undefined;
}

export function hasControlCharacters(text: string): boolean {
  return controlCharacters.test(text);
}
