import { type PlatformTypes } from '@governance/client';
import { type ConsoleSession } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { ifServed } from '../if-served';

/** The invitations of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleInvitations {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
  ) {}

  /** @throws Problem if the person may not invite: the API would refuse the form. */
  checkMayWrite(session: ConsoleSession): Promise<void> {
    return this.permissions.require(session, 'org:invitations:write');
  }

  /** The ways of signing in from which the inviter can choose one for the invited person. */
  async connections(session: ConsoleSession): Promise<readonly PlatformTypes['schemas']['Connection'][]> {
    const answer = await ifServed(this.api.clientOf(session).get('/iam/connections'));
    return (answer?.connections ?? []).filter(({ enabled }) => enabled);
  }

  async send(session: ConsoleSession, form: URLSearchParams): Promise<void> {
    const connection = form.get('connection_id') ?? '';
    const body = {
      email: (form.get('email') ?? '').trim(),
      role: form.get('role') ?? '',
      ...(connection !== '' && { connection_id: connection }),
    };
    await this.api
      .clientOf(session)
      .post('/iam/org-invitations', { body: body as PlatformTypes['schemas']['CreateInvitation'] });
  }

  async sendAgain(session: ConsoleSession, id: string): Promise<void> {
    const path = { invitationId: id };
    await this.api.clientOf(session).post('/iam/org-invitations/{invitationId}/resend', { path, body: {} });
  }

  async revoke(session: ConsoleSession, id: string): Promise<void> {
    const path = { invitationId: id };
    await this.api.clientOf(session).delete('/iam/org-invitations/{invitationId}', { path });
  }
}
