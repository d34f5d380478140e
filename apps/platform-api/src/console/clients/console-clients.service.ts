import { type ConsoleSession, type Permission } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { namesOf } from '../audit/audit-names';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { type ShownForm } from '../form-fields';
import { clientChangeOf, clientFields, clientValues, newClientOf } from './client-form';
import { type Client, clientView, type ClientView } from './client-view';
import { memberChoices } from './member-choices';

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
    const ids = [client.owner_id ?? [], client.member_ids].flat().filter((id) => id !== subject);
    const asked = ids.map((id) => ({ kind: 'member' as const, id }));
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
    return this.form(session, { owner: null, assigned: [] });
  }

  /** The form of a client, with its name. @throws Problem if the person may not change it. */
  async changeForm(
    session: ConsoleSession,
    id: string,
  ): Promise<{ readonly client: Client; readonly form: ShownForm }> {
    await this.requireWrite(session);
    const client = await this.find(session, id);
    const { owner_id: owner, member_ids: assigned } = client;
    const form = await this.form(session, { owner, assigned });
    return { client, form: { ...form, values: { ...clientValues(client), member_ids: assigned } } };
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

  private async form(
    session: ConsoleSession,
    stored: { readonly owner: string | null; readonly assigned: readonly string[] },
  ): Promise<ShownForm> {
    const { subject } = session.person;
    const choices = await memberChoices(this.api.clientOf(session), { ...stored, subject });
    return { fields: clientFields, choices: { ...choices } };
  }
}
