import { InvalidArgumentError } from 'commander';
import { canonical } from './canonical';

const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The argument of an option that takes a time, in milliseconds: `90m`, `12h`, `7d`, or a number of days. */
export function duration(text: string): number {
  const { number, unit = 'd' } = /^(?<number>\d{1,6})(?<unit>[mhd])?$/.exec(canonical(text))?.groups ?? {};
  if (number === undefined) throw new InvalidArgumentError('It is no time such as 90m, 12h or 7d.');
  return Number(number) * unitsMs[unit as keyof typeof unitsMs];
}

/** For people, in the largest unit that says enough: "26 hours". */
export function durationText(ms: number): string {
  const [unit, unitMs] =
    ms >= 2 * unitsMs.d
      ? ['day', unitsMs.d]
      : ms >= 2 * unitsMs.h
        ? ['hour', unitsMs.h]
        : ['minute', unitsMs.m];
  const number = Math.floor(ms / unitMs);
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
