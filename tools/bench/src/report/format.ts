import { format, resolveConfig } from 'prettier';
import { type Spread } from '../measure/spread';

/** `0.95 [0.91–1.02]`: median, 10th and 90th percentile. */
export function figureOf(figure: Spread & { readonly unit?: string }): string {
  const [median, p10, p90] = [figure.median, figure.p10, figure.p90].map(rounded);
  const measure = `${median} ${figure.unit ?? ''}`.trim();
  return figure.rounds === 1 ? measure : `${measure} [${p10}–${p90}]`;
}

/** With three significant digits, or all before the point. */
export function rounded(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

export function tableOf(header: readonly string[], lines: readonly (readonly (string | number)[])[]): string {
  return [header, header.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

export async function formatted(file: string, text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}
