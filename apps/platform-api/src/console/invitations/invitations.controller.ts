import { type PlatformTypes } from '@governance/client';
import { ConsoleApi } from '../console-api';
import { ConsoleLists } from '../console-list';
import { ConsoleController, Page, PageForm, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsolePermissions } from '../console-permissions';
import { ifServed } from '../if-served';
import { type Redirect } from '../page-answers.interceptor';
import { choicesIn } from '../form-fields';
import { invitationFields } from './invitation-form';
import { invitationList } from './invitation-list';

/** Inviting people into the organization. */
@ConsoleController('invitations')
export class ConsoleInvitationsController {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
    private readonly lists: ConsoleLists,
  ) {}

  @Page()
  list(request: PageRequest): Promise<ShownPage> {
    return this.lists.page(request, invitationList);
  }

  @Page('new')
  async form({ session }: PageRequest): Promise<ShownPage> {
    await this.permissions.require(session, 'org:invitations:write');
    const answer = await ifServed(this.api.clientOf(session).get('/iam/connections'));
    const connections = (answer?.connections ?? []).filter(({ enabled }) => enabled);
    return {
      page: 'invitations-new',
      title: 'Invite a person',
      form: {
        fields: invitationFields,
        values: { role: 'viewer' },
        choices: { connection_id: choicesIn(connections, 'The person chooses') },
      },
    };
  }

  @PageForm('', 'form', { fields: invitationFields })
  async send({ session, form }: PageRequest): Promise<Redirect> {
    const connection = form.get('connection_id') ?? '';
    const body = {
      email: (form.get('email') ?? '').trim(),
      role: form.get('role') ?? '',
      ...(connection !== '' && { connection_id: connection }),
    } as PlatformTypes['schemas']['CreateInvitation'];
    await this.api.clientOf(session).post('/iam/org-invitations', { body });
    return { to: 'invitations', done: 'sent' };
  }

  @PageForm(':id/send-again', 'list')
  async sendAgain({ session, id }: PageRequest): Promise<Redirect> {
    const call = { path: { invitationId: id }, body: {} };
    await this.api.clientOf(session).post('/iam/org-invitations/{invitationId}/resend', call);
    return { to: 'invitations', done: 'again' };
  }

  @PageForm(':id/revoke', 'list')
  async revoke({ session, id }: PageRequest): Promise<Redirect> {
    const path = { invitationId: id };
    await this.api.clientOf(session).delete('/iam/org-invitations/{invitationId}', { path });
    return { to: 'invitations', done: 'revoked' };
  }
}
