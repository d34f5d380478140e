import { type Field, field } from './field';

const largestPort = 65_535;

export function port(): Field<number> {
  return field('a port number from 1 to 65535', (text) => {
    const value = wholeNumber(text);
    return value !== undefined && value <= largestPort ? value : undefined;
  });
}

export function positiveInteger(): Field<number> {
  return integerOfAtLeast(1);
}

/** `least` is at least 1. */
export function integerOfAtLeast(least: number): Field<number> {
  return field(`a whole number of at least ${least}`, (text) => {
    const value = wholeNumber(text);
    return value !== undefined && value >= least ? value : undefined;
  });
}

export function ratio(): Field<number> {
  return field('a number from 0 to 1', (text) =>
    /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text) ? Number(text) : undefined,
  );
}

/** Decimal digits only: `Number` alone would accept `1e3`, `0x10` and spaces. */
function wholeNumber(text: string): number | undefined {
  const value = Number(text);
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(value) ? value : undefined;
}
