import { type PlatformOperations } from '@governance/client';

type Query = NonNullable<PlatformOperations['listAuditEvents']['parameters']['query']>;
export type AuditQuery = Pick<Query, 'operation' | 'outcome' | 'from' | 'to'>;

/** What the form of the list holds, as the person sees it. */
export interface AuditFilter {
  readonly operation: string;
  readonly outcome: string;
  /** Days of UTC, such as `2026-11-24`; the last one is included. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: AuditFilter = { operation: '', outcome: '', from: '', to: '' };

const day = /^\d{4}-\d\d-\d\d$/;

export function auditFilterOf(query: Readonly<Record<string, unknown>>): AuditFilter {
  const text = (name: keyof AuditFilter): string => {
    const value = query[name];
    return typeof value === 'string' ? value.slice(0, 64) : '';
  };
  const dayIn = (name: 'from' | 'to'): string => (day.test(text(name)) ? text(name) : '');
  return { operation: text('operation'), outcome: text('outcome'), from: dayIn('from'), to: dayIn('to') };
}

/** The conditions for the API, which refuses unknown values. */
export function auditQueryOf({ operation, outcome, from, to }: AuditFilter): AuditQuery {
  return {
    ...(operation !== '' && { operation: operation as NonNullable<Query['operation']> }),
    ...(outcome !== '' && { outcome: outcome as NonNullable<Query['outcome']> }),
    ...(from !== '' && { from: `${from}T00:00:00.000Z` }),
    ...(to !== '' && { to: `${to}T23:59:59.999Z` }),
  };
}

/** For links to the next page and to the exports. */
export function filterParameters(filter: AuditFilter): string {
  const chosen = Object.entries(filter).filter(([, value]) => value !== '');
  return new URLSearchParams(chosen as [string, string][]).toString();
}
