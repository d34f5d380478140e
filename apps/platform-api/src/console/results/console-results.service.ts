import { type ConsoleSession, type Permission } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { type ResultDetails, resultDetails } from './result-view';

const writes: Permission = 'org:results:write';

/** The results of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleResults {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
    private readonly clock: Clock,
  ) {}

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
