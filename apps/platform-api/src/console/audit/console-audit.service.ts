import { type PlatformClient } from '@governance/client';
import { type ConsoleSession } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { ifServed } from '../if-served';
import { type AuditFilter, auditQueryOf } from './audit-filter';
import { auditRow, type AuditRow } from './audit-view';

const pageSize = 50;

export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface AuditPage {
  readonly rows: readonly AuditRow[];
  /** The cursor of the next page. */
  readonly next: string | undefined;
}

/** The audit events of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleAudit {
  constructor(private readonly api: ConsoleApi) {}

  async list(session: ConsoleSession, filter: AuditFilter, cursor: string | undefined): Promise<AuditPage> {
    const client = this.api.clientOf(session);
    const query = { ...auditQueryOf(filter), limit: pageSize, ...(cursor !== undefined && { cursor }) };
    const [page, names] = await Promise.all([client.get('/iam/audit-events', { query }), namesOf(client)]);
    return { rows: page.audit_events.map((event) => auditRow(event, names)), next: page.next_cursor };
  }

  /** All events that the filter admits, as one file. */
  events(
    session: ConsoleSession,
    filter: AuditFilter,
    format: ExportFormat,
  ): Promise<ReadableStream<Uint8Array>> {
    const query = { ...auditQueryOf(filter), format };
    return this.api.clientOf(session).stream('/iam/audit-events/export', { query });
  }

  /** The file that `governance audit verify` checks. */
  proof(session: ConsoleSession): Promise<ReadableStream<Uint8Array>> {
    return this.api.clientOf(session).stream('/iam/audit-events/proof');
  }
}

/** Of the newest members: events of the others show their id. */
async function namesOf(client: PlatformClient): Promise<ReadonlyMap<string, string>> {
  const page = await ifServed(client.get('/iam/members', { query: { limit: 200 } }));
  const members = page?.members ?? [];
  return new Map(members.map(({ id, name, email }) => [id, name ?? email ?? id]));
}
