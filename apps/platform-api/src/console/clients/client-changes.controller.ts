import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { type Redirect } from '../page-answers.interceptor';
import { clientFields } from './client-form';
import { clientName } from './client-name';
import { ConsoleClients } from './console-clients.service';

const to = 'clients';

/** New clients, and what becomes of a client. */
@ConsoleController('clients')
export class ConsoleClientChangesController {
  constructor(private readonly clients: ConsoleClients) {}

  @Page('new')
  async form({ session }: PageRequest): Promise<ShownPage> {
    return { page: 'clients-new', title: 'New client', form: await this.clients.newForm(session) };
  }

  @PageForm('', 'form', { fields: clientFields })
  async create({ session, form }: PageRequest): Promise<Redirect> {
    const { id } = await this.clients.create(session, form);
    return { to, id, done: 'created' };
  }

  @Page(':id/change')
  async changeForm({ session, id }: PageRequest): Promise<ShownPage> {
    const { client, form } = await this.clients.changeForm(session, id);
    return { page: 'clients-change', title: `Change ${clientName(client)}`, view: { client }, form };
  }

  @PageForm(':id/change', 'changeForm', { fields: clientFields })
  async change({ session, id, form }: PageRequest): Promise<Redirect> {
    await this.clients.change(session, id, form);
    return { to, id, done: 'saved' };
  }

  @Page(':id/archive')
  async confirmArchive({ session, id }: PageRequest): Promise<ShownPage> {
    const client = await this.clients.toChange(session, id);
    return { page: 'clients-archive', title: `Archive ${client.name}`, view: { client } };
  }

  @PageForm(':id/archive', 'confirmArchive')
  async archive({ session, id }: PageRequest): Promise<Redirect> {
    await this.clients.archive(session, id, true);
    return { to, id, done: 'archived' };
  }

  @PageForm(':id/restore', 'confirmArchive')
  async restore({ session, id }: PageRequest): Promise<Redirect> {
    await this.clients.archive(session, id, false);
    return { to, id, done: 'restored' };
  }

  @Page(':id/delete')
  async confirmDelete({ session, id }: PageRequest): Promise<ShownPage> {
    const client = await this.clients.toChange(session, id);
    return { page: 'clients-delete', title: `Delete ${client.name}`, view: { client } };
  }

  @PageForm(':id/delete', 'confirmDelete')
  async delete({ session, id }: PageRequest): Promise<Redirect> {
    await this.clients.delete(session, id);
    return { to, done: 'deleted' };
  }
}
