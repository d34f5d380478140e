import { type PlatformClient } from '@governance/client';
import { type ConsoleSession } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { ifServed } from '../if-served';
import { allIdentities } from './all-identities';
import {
  type LastUses,
  lastUsesOf,
  serviceIdentityView,
  type ServiceIdentityView,
} from './service-identity-view';

const pageSize = 50;

export interface ServiceIdentityPage {
  readonly rows: readonly ServiceIdentityView[];
  /** The cursor of the next page. */
  readonly next: string | undefined;
  readonly mayWrite: boolean;
}

/** The service identities of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleServiceIdentities {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
  ) {}

  async list(session: ConsoleSession, cursor: string | undefined): Promise<ServiceIdentityPage> {
    const client = this.api.clientOf(session);
    const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) };
    const [mayWrite, page, uses] = await Promise.all([
      this.mayWrite(session),
      client.get('/iam/service-identities', { query }),
      lastUses(client),
    ]);
    return {
      rows: page.service_identities.map((identity) => serviceIdentityView(identity, uses)),
      next: page.next_cursor,
      mayWrite,
    };
  }

  /** The API has no operation for one service identity. @throws Problem if there is none with this id. */
  async details(
    session: ConsoleSession,
    id: string,
  ): Promise<{ identity: ServiceIdentityView; mayWrite: boolean }> {
    const client = this.api.clientOf(session);
    const [mayWrite, all, uses] = await Promise.all([
      this.mayWrite(session),
      allIdentities(client),
      lastUses(client),
    ]);
    const found = all.find((each) => each.id === id);
    if (!found) throw new Problem('not_found', 'there is no such service identity');
    return { identity: serviceIdentityView(found, uses), mayWrite };
  }

  async rename(session: ConsoleSession, id: string, name: string): Promise<void> {
    await this.api.clientOf(session).patch('/iam/service-identities/{id}', { path: { id }, body: { name } });
  }

  async delete(session: ConsoleSession, id: string): Promise<void> {
    await this.api.clientOf(session).delete('/iam/service-identities/{id}', { path: { id } });
  }

  private async mayWrite(session: ConsoleSession): Promise<boolean> {
    return (await this.permissions.of(session)).has('m2m:credentials:write');
  }
}

/** The list of service identities names credentials only. Undefined if the API does not serve credentials. */
async function lastUses(client: PlatformClient): Promise<LastUses | undefined> {
  const list = await ifServed(client.get('/iam/m2m-credentials'));
  return list && lastUsesOf(list.credentials);
}
