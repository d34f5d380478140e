import { type PlatformTypes } from '@governance/client';
import { type ConsoleSession, type Permission } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { ConsoleDomains } from '../domains/console-domains.service';
import { type DomainRow } from '../domains/domain-view';
import { changesOf, creationOf } from './connection-form';
import { type TestReport, reportOf } from './connection-test-view';
import { type ConnectionUsers, membersOf, usersOf } from './connection-users';
import {
  type Connection,
  type ConnectionDetails,
  type ConnectionRow,
  detailsOf,
  isAtProvider,
  rowOf,
} from './connection-view';

const writes: Permission = 'org:connections:write';

/** The API waits for two documents of the provider, each for five seconds. */
const testMs = 20_000;

export interface ConnectionsPage {
  readonly rows: readonly ConnectionRow[];
  /** Empty for a person who may not change them, and may therefore not see them. */
  readonly domains: readonly DomainRow[];
  /** Whether people sign in at a provider of the organization. */
  readonly hasProvider: boolean;
  readonly mayWrite: boolean;
}

export interface ShownConnection {
  readonly connection: ConnectionDetails;
  readonly mayWrite: boolean;
}

/** The connections of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleConnections {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
    private readonly domains: ConsoleDomains,
  ) {}

  async list(session: ConsoleSession): Promise<ConnectionsPage> {
    const { connections, domains, mayWrite } = await this.load(session);
    return {
      rows: connections.map((each) => rowOf(each, domains)),
      domains,
      hasProvider: connections.some(isAtProvider),
      mayWrite,
    };
  }

  /** @throws Problem if the person may not change connections. */
  requireWrite(session: ConsoleSession): Promise<void> {
    return this.permissions.require(session, writes);
  }

  /** The API has no operation for one connection. @throws Problem if there is no such connection. */
  async find(session: ConsoleSession, id: string): Promise<ShownConnection> {
    const { connections, domains, mayWrite } = await this.load(session);
    const found = connections.find((each) => each.id === id);
    if (!found) throw new Problem('not_found', 'there is no such connection');
    return { connection: detailsOf(found, domains), mayWrite };
  }

  /** @throws Problem if the person may not change connections, or there is no such connection. */
  async findToChange(session: ConsoleSession, id: string): Promise<ConnectionDetails> {
    await this.requireWrite(session);
    return (await this.find(session, id)).connection;
  }

  /** As `findToChange`, for what a password does not have. */
  async findAtProvider(session: ConsoleSession, id: string): Promise<ConnectionDetails> {
    const connection = await this.findToChange(session, id);
    if (!connection.isAtProvider) throw new Problem('not_found', 'the connection has no provider');
    return connection;
  }

  /** Undefined if the API does not serve the members. */
  async users(session: ConsoleSession, connection: ConnectionDetails): Promise<ConnectionUsers | undefined> {
    const members = await membersOf(this.api.clientOf(session));
    return members && usersOf(connection, members, session.person.subject);
  }

  create(
    session: ConsoleSession,
    form: URLSearchParams,
  ): Promise<PlatformTypes['schemas']['ConfiguredConnection']> {
    return this.api.clientOf(session).post('/iam/connections', { body: creationOf(form) });
  }

  async change(session: ConsoleSession, id: string, form: URLSearchParams): Promise<void> {
    const body = changesOf(form, await this.findToChange(session, id));
    if (Object.keys(body).length > 0) await this.update(session, id, body);
  }

  async test(session: ConsoleSession, id: string): Promise<TestReport> {
    const call = { path: { connectionId: id }, body: {}, timeoutMs: testMs };
    return reportOf(await this.api.clientOf(session).post('/iam/connections/{connectionId}/test', call));
  }

  async remove(session: ConsoleSession, id: string): Promise<void> {
    const path = { connectionId: id };
    await this.api.clientOf(session).delete('/iam/connections/{connectionId}', { path });
  }

  async update(
    session: ConsoleSession,
    id: string,
    body: PlatformTypes['schemas']['UpdateConnection'],
  ): Promise<void> {
    const path = { connectionId: id };
    await this.api.clientOf(session).patch('/iam/connections/{connectionId}', { path, body });
  }

  private async load(session: ConsoleSession): Promise<{
    readonly connections: readonly Connection[];
    readonly domains: readonly DomainRow[];
    readonly mayWrite: boolean;
  }> {
    const client = this.api.clientOf(session);
    const [permissions, { connections }] = await Promise.all([
      this.permissions.of(session),
      client.get('/iam/connections'),
    ]);
    const mayWrite = permissions.has(writes);
    return { connections, domains: mayWrite ? await this.domains.all(client, connections) : [], mayWrite };
  }
}
