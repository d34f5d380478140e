import { type ConsoleSession } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { allIdentities } from './all-identities';
import { lastUses } from './last-uses';
import { serviceIdentityView, type ServiceIdentityView } from './service-identity-view';

/** The service identities of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleServiceIdentities {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
  ) {}

  /** The API has no operation for one service identity. @throws Problem if there is none with this id. */
  async details(
    session: ConsoleSession,
    id: string,
  ): Promise<{ identity: ServiceIdentityView; mayWrite: boolean }> {
    const client = this.api.clientOf(session);
    const [permissions, all, uses] = await Promise.all([
      this.permissions.of(session),
      allIdentities(client),
      lastUses(client),
    ]);
    const found = all.find((each) => each.id === id);
    if (!found) throw new Problem('not_found', 'there is no such service identity');
    return { identity: serviceIdentityView(found, uses), mayWrite: permissions.has('m2m:credentials:write') };
  }

  async rename(session: ConsoleSession, id: string, name: string): Promise<void> {
    await this.api.clientOf(session).patch('/iam/service-identities/{id}', { path: { id }, body: { name } });
  }

  async delete(session: ConsoleSession, id: string): Promise<void> {
    await this.api.clientOf(session).delete('/iam/service-identities/{id}', { path: { id } });
  }
}
