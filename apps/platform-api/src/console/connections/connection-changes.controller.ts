import { checkTypedName, typedNameForm } from '../checked-name';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { type Redirect } from '../page-answers.interceptor';
import { changedConnectionFields } from './connection-fields';
import { valuesOfConnection } from './connection-form';
import { ConsoleConnections } from './console-connections.service';
import { probeProblem } from './probe-problem';

const notices = {
  added: 'The connection was added. Register its redirect URI at your provider, then test it.',
  changed: 'The change was saved.',
  enabled: 'The connection is enabled. People who were invited through it can sign in with it.',
  disabled: 'The connection is disabled. Its members can no longer sign in, and their accounts stay.',
};

@ConsoleController('connections/:id')
export class ConsoleConnectionChangesController {
  constructor(private readonly connections: ConsoleConnections) {}

  @Page()
  async show({ session, id }: PageRequest): Promise<ShownPage> {
    const { connection, mayWrite } = await this.connections.find(session, id);
    const view = { connection, mayWrite };
    return { page: 'connections-details', title: connection.name, view, notices };
  }

  @PageForm('test', 'show', { problem: probeProblem('tests of connections') })
  async test({ session, id }: PageRequest): Promise<ShownPage> {
    const report = await this.connections.test(session, id);
    const connection = await this.connections.findToChange(session, id);
    const view = { connection, report };
    return { page: 'connections-tested', title: `Test of ${connection.name}`, view };
  }

  @Page('change')
  async form({ session, id }: PageRequest): Promise<ShownPage> {
    const connection = await this.connections.findToChange(session, id);
    const form = { fields: changedConnectionFields, values: valuesOfConnection(connection) };
    return {
      page: 'connections-change',
      title: `Change ${connection.name}`,
      view: { connection },
      form,
    };
  }

  @PageForm('change', 'form', { fields: changedConnectionFields })
  async change({ session, id, form }: PageRequest): Promise<Redirect> {
    await this.connections.change(session, id, form);
    return { to: 'connections', id, done: 'changed' };
  }

  @PageForm('enable', 'show')
  async enable({ session, id }: PageRequest): Promise<Redirect> {
    await this.connections.update(session, id, { enabled: true });
    return { to: 'connections', id, done: 'enabled' };
  }

  @Page('disable')
  async confirmDisabling({ session, id }: PageRequest): Promise<ShownPage> {
    const connection = await this.connections.findToChange(session, id);
    const users = await this.connections.users(session, connection);
    const view = { connection, users };
    return { page: 'connections-disable', title: `Disable ${connection.name}`, view };
  }

  @PageForm('disable', 'confirmDisabling')
  async disable({ session, id }: PageRequest): Promise<Redirect> {
    await this.connections.update(session, id, { enabled: false });
    return { to: 'connections', id, done: 'disabled' };
  }

  @Page('remove')
  async confirmRemoval({ session, id }: PageRequest): Promise<ShownPage> {
    const connection = await this.connections.findAtProvider(session, id);
    const users = await this.connections.users(session, connection);
    const view = { connection, users };
    const form = typedNameForm(connection.name);
    return { page: 'connections-remove', title: `Remove ${connection.name}`, view, form };
  }

  @PageForm('remove', 'confirmRemoval')
  async remove({ session, id, form }: PageRequest): Promise<Redirect> {
    const connection = await this.connections.findAtProvider(session, id);
    checkTypedName(form, connection, 'This is not the name of the connection. Nothing was removed.');
    await this.connections.remove(session, id);
    return { to: 'connections', done: 'removed' };
  }
}
