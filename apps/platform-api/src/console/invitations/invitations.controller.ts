import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { type Redirect } from '../page-answers.interceptor';
import { roleChoices } from '../role-words';
import { ConsoleInvitations } from './console-invitations.service';
import { invitationList } from './invitation-list';

/** Inviting people into the organization. */
@ConsoleController('invitations')
export class ConsoleInvitationsController {
  constructor(
    private readonly invitations: ConsoleInvitations,
    private readonly lists: ConsoleLists,
  ) {}

  @Page()
  list(request: PageRequest): Promise<ShownPage> {
    return this.lists.page(request, invitationList);
  }

  @Page('new')
  async form({ session, form }: PageRequest): Promise<ShownPage> {
    await this.invitations.checkMayWrite(session);
    const connections = await this.invitations.connections(session);
    const role = form.get('role') ?? 'viewer';
    const view = {
      email: form.get('email') ?? '',
      roles: roleChoices.map((each) => ({ ...each, isChosen: each.value === role })),
      connections: connections.map(({ id, name }) => ({
        id,
        name,
        isChosen: id === form.get('connection_id'),
      })),
    };
    return { page: 'invitations-new', title: 'Invite a person', view };
  }

  @PageForm('', 'form')
  async send({ session, form }: PageRequest): Promise<Redirect> {
    await this.invitations.send(session, form);
    return { to: 'invitations', done: 'sent' };
  }

  @PageForm(':id/send-again', 'list')
  async sendAgain({ session, id }: PageRequest): Promise<Redirect> {
    await this.invitations.sendAgain(session, id);
    return { to: 'invitations', done: 'again' };
  }

  @PageForm(':id/revoke', 'list')
  async revoke({ session, id }: PageRequest): Promise<Redirect> {
    await this.invitations.revoke(session, id);
    return { to: 'invitations', done: 'revoked' };
  }
}
