import { type Goal } from '../measure/goal';
import { type Spread } from '../measure/spread';

/** `≤ 1.10`, `≥ 15 ×`, `≤ 350 MiB` */
export function goalInWords({ bound, value, unit }: Goal): string {
  const sign = bound === 'at most' ? '≤' : '≥';
  const ratio = bound === 'at least' && unit === '' ? ' ×' : '';
  return `${sign} ${value}${unit === '' ? ratio : ` ${unit}`}`;
}

/** `0.95 [0.91–1.02]`: median, 10th and 90th percentile. */
export function spreadInWords({ median, p10, p90, rounds }: Spread, unit: Goal['unit'] = ''): string {
  const measure = unit === '' ? '' : ` ${unit}`;
  if (rounds === 1) return `${inDigits(median)}${measure}`;
  return `${inDigits(median)}${measure} [${inDigits(p10)}–${inDigits(p90)}]`;
}

function inDigits(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
