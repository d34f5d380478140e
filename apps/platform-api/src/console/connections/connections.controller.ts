import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { type Redirect } from '../page-answers.interceptor';
import { ConsoleConnections } from './console-connections.service';
import { newConnectionFields } from './connection-fields';

const notices = {
  removed: 'The connection was removed, with the accounts of its members. Their tokens no longer work.',
  'domain-removed': 'The domain was removed, with its proof.',
};

/** The list of connections and domains, and a new connection. */
@ConsoleController('connections')
export class ConsoleConnectionsController {
  constructor(private readonly connections: ConsoleConnections) {}

  @Page()
  async list({ session }: PageRequest): Promise<ShownPage> {
    const view = await this.connections.list(session);
    return { page: 'connections', title: 'Connections', view, notices };
  }

  @Page('new')
  async form({ session, problem }: PageRequest): Promise<ShownPage> {
    if (!problem) await this.connections.requireWrite(session);
    const form = { fields: newConnectionFields, values: { enabled: 'no' } };
    return { page: 'connections-new', title: 'Add a connection', form };
  }

  @PageForm('', 'form', { fields: newConnectionFields })
  async create({ session, form }: PageRequest): Promise<Redirect> {
    const { id } = await this.connections.create(session, form);
    return { to: 'connections', id, done: 'added' };
  }
}
