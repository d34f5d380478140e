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

/** The columns of a CSV file in their order, and the cell of an event in each. */
const columns: Readonly<Record<string, (event: AuditEvent) => string | number | undefined>> = {
  id: (event) => event.id,
  created_at: (event) => event.createdAt.toISOString(),
  actor_kind: ({ actor }) => actor.kind,
  actor_issuer: ({ actor }) => actor.issuer,
  actor_subject: ({ actor }) => actor.subject,
  actor_client_id: ({ actor }) => actor.clientId,
  operation: (event) => event.operation,
  target: (event) => event.target,
  outcome: (event) => event.outcome,
  reason: (event) => event.reason,
  request_id: (event) => event.requestId,
  second_factor_age_seconds: (event) => event.secondFactorAgeSeconds,
};

export const auditWriters: Readonly<Record<ExportFormat, Writer>> = {
  jsonl: {
    mediaType: 'application/jsonl',
    head: '',
    write: (event) => `${JSON.stringify(new AuditEventResponse(event))}\n`,
  },
  csv: {
    mediaType: 'text/csv',
    head: csvFile([Object.keys(columns)]),
    write: (event) => csvRow(Object.values(columns).map((cellOf) => cellOf(event))),
  },
};
