import { exampleInvitation } from './invitation.openapi';
import { InvitationResponse } from './invitation.dto';

describe('the invitation response', () => {
  it('has exactly the members of the contract', () => {
    const more = { ...exampleInvitation, token: 'canary', link: 'canary' };
    const shown = {
      id: exampleInvitation.id,
      email: 'invitee@example.com',
      role: 'viewer',
      connection_id: 'con_acme_sso',
      expires_at: '2026-11-27T12:00:00.000Z',
    };
    expect(JSON.parse(JSON.stringify(new InvitationResponse(more)))).toEqual(shown);
    expect(JSON.parse(JSON.stringify(new InvitationResponse({ ...more, connectionId: undefined })))).toEqual({
      ...shown,
      connection_id: null,
    });
  });
});
