import { type ConsoleSession, type Permission } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { namesOf } from '../audit/audit-names';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { type ShownForm } from '../form-fields';
import { clientChangeOf, clientFields, clientValues, newClientOf } from './client-form';
import { ownerChoices } from './client-owners';
import { type Client, clientView, type ClientView } from './client-view';

const writes: Permission = 'org:clients:write';

/** The clients of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleClients {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
  ) {}

  async details(
    session: ConsoleSession,
    id: string,
  ): Promise<{ readonly client: ClientView; readonly mayWrite: boolean }> {
    const [permissions, client] = await Promise.all([this.permissions.of(session), this.find(session, id)]);
    const { subject } = session.person;
    const { owner_id: owner } = client;
    const asked = owner === null || owner === subject ? [] : [{ kind: 'member' as const, id: owner }];
    const names = await namesOf(this.api.clientOf(session), asked);
    return { client: clientView(client, { names, subject }), mayWrite: permissions.has(writes) };
  }

  /** For a page that changes it. @throws Problem if the person may not. */
  async toChange(session: ConsoleSession, id: string): Promise<ClientView> {
    await this.requireWrite(session);
    return (await this.details(session, id)).client;
  }

  /** @throws Problem if the person may not change clients. */
  requireWrite(session: ConsoleSession): Promise<void> {
    return this.permissions.require(session, writes);
  }

  /** The form of a new client. @throws Problem if the person may not create one. */
  async newForm(session: ConsoleSession): Promise<ShownForm> {
    await this.requireWrite(session);
    return this.form(session, null);
  }

  /** The form of a client, with its name. @throws Problem if the person may not change it. */
  async changeForm(
    session: ConsoleSession,
    id: string,
  ): Promise<{ readonly client: Client; readonly form: ShownForm }> {
    await this.requireWrite(session);
    const client = await this.find(session, id);
    const form = await this.form(session, client.owner_id);
    return { client, form: { ...form, values: clientValues(client) } };
  }

  create(session: ConsoleSession, form: URLSearchParams): Promise<Client> {
    return this.api.clientOf(session).post('/org/clients', { body: newClientOf(form) });
  }

  async change(session: ConsoleSession, id: string, form: URLSearchParams): Promise<void> {
    const body = clientChangeOf(form, await this.find(session, id));
    await this.api.clientOf(session).patch('/org/clients/{clientId}', { path: { clientId: id }, body });
  }

  async archive(session: ConsoleSession, id: string, archived: boolean): Promise<void> {
    const call = { path: { clientId: id }, body: { archived } };
    await this.api.clientOf(session).patch('/org/clients/{clientId}', call);
  }

  async delete(session: ConsoleSession, id: string): Promise<void> {
    await this.api.clientOf(session).delete('/org/clients/{clientId}', { path: { clientId: id } });
  }

  find(session: ConsoleSession, id: string): Promise<Client> {
    return this.api.clientOf(session).get('/org/clients/{clientId}', { path: { clientId: id } });
  }

  private async form(session: ConsoleSession, owner: string | null): Promise<ShownForm> {
    const { subject } = session.person;
    const choices = await ownerChoices(this.api.clientOf(session), { owner, subject });
    return { fields: clientFields, choices: { owner_id: choices } };
  }
}
