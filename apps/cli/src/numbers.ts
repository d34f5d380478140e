import { InvalidArgumentError } from 'commander';
import { canonical } from './canonical';

/** The argument of an option that takes a whole number. */
export function wholeNumber(text: string): number {
  const digits = canonical(text);
  if (!/^\d{1,9}$/.test(digits)) throw new InvalidArgumentError('It is not a whole number.');
  return Number(digits);
}

/** Collects an option that can be repeated. */
export function collected(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}
