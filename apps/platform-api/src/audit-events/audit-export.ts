import { type AuditEvent } from '@governance/iam';
import { csvFile, csvRow } from '@governance/kernel';
import { AuditEventResponse } from './audit-event.dto';

export const exportFormats = ['jsonl', 'csv'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** How a format writes events. */
interface Writer {
  readonly mediaType: string;
  /** The text before the first event. */
  readonly head: string;
  readonly write: (event: AuditEvent) => string;
}

const columns = [
  'id',
  'created_at',
  'actor_kind',
  'actor_issuer',
  'actor_subject',
  'actor_client_id',
  'operation',
  'target',
  'outcome',
  'reason',
  'request_id',
  'second_factor_age_seconds',
] as const;

export const auditWriters: Readonly<Record<ExportFormat, Writer>> = {
  jsonl: {
    mediaType: 'application/jsonl',
    head: '',
    write: (event) => `${JSON.stringify(new AuditEventResponse(event))}\n`,
  },
  csv: {
    mediaType: 'text/csv',
    head: csvFile([columns]),
    write: (event) => csvRow(cellsOf(event)),
  },
};

/** In the order of the columns. */
function cellsOf({ actor, ...event }: AuditEvent): (string | number | undefined)[] {
  return [
    event.id,
    event.createdAt.toISOString(),
    actor.kind,
    actor.issuer,
    actor.subject,
    actor.clientId,
    event.operation,
    event.target,
    event.outcome,
    event.reason,
    event.requestId,
    event.secondFactorAgeSeconds,
  ];
}
