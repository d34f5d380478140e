import { InvalidArgumentError } from 'commander';

/** The argument of an option that takes a whole number. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is not a whole number.');
  return Number(text);
}

/** Collects an option that can be repeated. */
export function collected(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}
