import { type ConsoleSession, type Permission } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { type ResultFilter, resultQueryOf } from './result-filter';
import { type ResultDetails, resultDetails, type ResultRow, resultRow } from './result-view';

const pageSize = 50;
const writes: Permission = 'org:results:write';

export interface ResultPage {
  readonly rows: readonly ResultRow[];
  /** The cursor of the next page. */
  readonly next: string | undefined;
  readonly mayWrite: boolean;
}

/** The results of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleResults {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
    private readonly clock: Clock,
  ) {}

  async list(session: ConsoleSession, filter: ResultFilter, cursor: string | undefined): Promise<ResultPage> {
    const client = this.api.clientOf(session);
    const now = this.clock.now();
    const conditions = resultQueryOf(filter, now);
    const query = { ...conditions, limit: pageSize, ...(cursor !== undefined && { cursor }) };
    const [permissions, page] = await Promise.all([
      this.permissions.of(session),
      client.get('/org/results', { query }),
    ]);
    return {
      rows: page.results.map((result) => resultRow(result, now)),
      next: page.next_cursor,
      mayWrite: permissions.has(writes),
    };
  }

  async details(
    session: ConsoleSession,
    id: string,
  ): Promise<{ readonly result: ResultDetails; readonly mayWrite: boolean }> {
    const client = this.api.clientOf(session);
    const [permissions, result] = await Promise.all([
      this.permissions.of(session),
      client.get('/org/results/{resultId}', { path: { resultId: id } }),
    ]);
    return { result: resultDetails(result, this.clock.now()), mayWrite: permissions.has(writes) };
  }

  /** All that the filter admits, as one file. */
  file(session: ConsoleSession, filter: ResultFilter): Promise<ReadableStream<Uint8Array>> {
    const query = resultQueryOf(filter, this.clock.now());
    return this.api.clientOf(session).stream('/org/results/export', { query });
  }

  /** @throws Problem if this person may not change the list. */
  requireWriter(session: ConsoleSession): Promise<void> {
    return this.permissions.require(session, writes);
  }

  /** Resolves to the id of the result. */
  async attach(session: ConsoleSession, capability: string): Promise<string> {
    const { id } = await this.api.clientOf(session).post('/org/results', { body: { capability } });
    return id;
  }

  async detach(session: ConsoleSession, id: string): Promise<void> {
    await this.api.clientOf(session).delete('/org/results/{resultId}', { path: { resultId: id } });
  }
}
