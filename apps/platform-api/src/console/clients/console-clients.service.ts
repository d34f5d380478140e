import { type ConsoleSession, type Permission } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { namesOf } from '../audit/audit-names';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { type ShownForm } from '../form-fields';
import { ifServed } from '../if-served';
import { type ClientCampaigns, clientCampaigns } from './client-campaigns';
import { clientChangeOf, clientFields, clientValues, newClientOf } from './client-form';
import { type ClientResults, clientResults } from './client-results';
import { type Client, clientView, type ClientView } from './client-view';
import { memberChoices } from './member-choices';

const writes: Permission = 'org:clients:write';
const attaches: Permission = 'org:results:write';

/** The clients of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleClients {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
    private readonly clock: Clock,
  ) {}

  async view(session: ConsoleSession, id: string): Promise<ClientView> {
    const client = await this.find(session, id);
    const { subject } = session.person;
    const ids = [client.owner_id ?? [], client.member_ids].flat().filter((id) => id !== subject);
    const asked = ids.map((id) => ({ kind: 'member' as const, id }));
    const names = await namesOf(this.api.clientOf(session), asked);
    return clientView(client, { names, subject, now: this.clock.now() });
  }

  /** What the page of a client offers to this person. */
  async offers(
    session: ConsoleSession,
  ): Promise<{ readonly mayWrite: boolean; readonly mayAttach: boolean }> {
    const permissions = await this.permissions.of(session);
    return { mayWrite: permissions.has(writes), mayAttach: permissions.has(attaches) };
  }

  /** Undefined for a person who may not see results, or where they are not served. */
  async results(
    session: ConsoleSession,
    page: { readonly id: string; readonly cursor: string | undefined },
  ): Promise<ClientResults | undefined> {
    const permissions = await this.permissions.of(session);
    if (!permissions.has('org:results:read')) return undefined;
    return ifServed(clientResults(this.api.clientOf(session), { ...page, now: this.clock.now() }));
  }

  /** Undefined where campaigns are not served. */
  async campaigns(session: ConsoleSession, id: string): Promise<ClientCampaigns | undefined> {
    return ifServed(clientCampaigns(this.api.clientOf(session), { id, now: this.clock.now() }));
  }

  /** For a page that changes it. @throws Problem if the person may not. */
  async toChange(session: ConsoleSession, id: string): Promise<ClientView> {
    await this.requireWrite(session);
    return this.view(session, id);
  }

  /** For the form that attaches a result. @throws Problem if the person may not. */
  async toAttach(session: ConsoleSession, id: string): Promise<ClientView> {
    await this.permissions.require(session, attaches);
    return this.view(session, id);
  }

  async attach(session: ConsoleSession, id: string, capability: string): Promise<void> {
    await this.api.clientOf(session).post('/org/results', { body: { capability, client_id: id } });
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
