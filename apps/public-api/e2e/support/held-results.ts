import { type HttpAnswer } from '@governance/testing';
import { type PublicApp } from './public-app';

/** The path of a result in the API, from the URL in the response to its submission. */
export function pathOf(submitted: Record<string, unknown>): string {
  return `/api${new URL(String(submitted.resultUrl)).pathname}`;
}

/** The headers of every response at an address that gives access. */
export const holdersOnly = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** The parts of a response in which errors could differ. */
export function comparable({ status, text, headers }: HttpAnswer): object {
  const changing = ['date', 'x-request-id'];
  const kept = [...headers].filter(([name]) => !changing.includes(name));
  return { status, text, headers: Object.fromEntries(kept) };
}

/** What is not the capability of `submitted`, but could be taken for it. */
export function wrongCapabilities(submitted: Record<string, unknown>): string[] {
  const capability = pathOf(submitted).split('/').at(-1) ?? '';
  const changed = capability.slice(0, -1) + (capability.endsWith('A') ? 'B' : 'A');
  return [
    String(submitted.id),
    changed,
    capability.slice(0, -1),
    `${capability}A`,
    'A'.repeat(48),
    'badge',
    '%00',
    '%E0%A4%A',
    'constructor',
  ];
}

/** Asks below an address that was changed. */
export function askWrongly(app: PublicApp, capability: string, below = ''): Promise<HttpAnswer> {
  return app.get(`/api/results/${capability}${below}`);
}
