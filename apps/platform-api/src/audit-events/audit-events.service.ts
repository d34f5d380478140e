import { type OrgCaller } from '@governance/auth-guards';
import { ListPages, type Page, type PageInput } from '@governance/http';
import {
  type AuditEvent,
  AuditEventStore,
  type AuditFilter,
  type AuditFilterRequest,
  checkAuditFilter,
  type OrgAuditEvents,
  viewerOf,
} from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { auditWriters, type ExportFormat } from './audit-export';

/** An export holds this many events at once, and no connection to the database between two batches. */
const batch = 500;

export interface AuditExport {
  readonly type: string;
  readonly stream: Readable;
}

/** The audit events of the caller's organization (spec 5.2.7). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class AuditEventsService {
  constructor(
    private readonly store: AuditEventStore,
    private readonly pages: ListPages,
  ) {}

  /** Newest first, always in pages. */
  async list(
    caller: OrgCaller,
    { page, filter: request }: { readonly page: PageInput | undefined; readonly filter: AuditFilterRequest },
  ): Promise<Page<AuditEvent>> {
    const filter = checkAuditFilter(request);
    return this.pages.read(page ?? { limit: undefined, cursor: undefined }, {
      orgId: caller.orgId,
      name: 'audit-events',
      read: (asked) => this.store.forViewer(viewerOf(caller)).list(filter, asked),
    });
  }

  /** Newest first. Resolves after the first batch: until then an outage can be answered. The reader sets the pace. */
  async export(
    caller: OrgCaller,
    { format, filter: request }: { readonly format: ExportFormat; readonly filter: AuditFilterRequest },
  ): Promise<AuditExport> {
    const filter = checkAuditFilter(request);
    const events = this.store.forViewer(viewerOf(caller));
    const first = await events.list(filter, { limit: batch, after: undefined });
    const { mediaType, head, write } = auditWriters[format];
    const texts = async function* (): AsyncGenerator<string> {
      yield head;
      for await (const entries of batches({ events, filter, first })) yield entries.map(write).join('');
    };
    return { type: `${mediaType}; charset=utf-8`, stream: Readable.from(texts(), { objectMode: false }) };
  }
}

async function* batches({
  events,
  filter,
  first,
}: {
  readonly events: OrgAuditEvents;
  readonly filter: AuditFilter;
  readonly first: readonly AuditEvent[];
}): AsyncGenerator<readonly AuditEvent[]> {
  for (let entries = first; entries.length > 0;) {
    yield entries;
    const after = entries.at(-1);
    entries = entries.length < batch ? [] : await events.list(filter, { limit: batch, after });
  }
}
