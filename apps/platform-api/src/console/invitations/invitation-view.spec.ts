import { invitationRow } from './invitation-view';

describe('the view of an invitation', () => {
  it('is a line of the list, in words', () => {
    const invitation = {
      id: 'i1',
      email: 'new@example.org',
      role: 'account-admin',
      connection_id: null,
      created_at: '2026-11-20T00:00:00.000Z',
      expires_at: '2026-11-27T00:00:00.000Z',
    } as const;
    expect(invitationRow({ ...invitation, status: 'pending' })).toEqual({
      id: 'i1',
      email: 'new@example.org',
      role: 'Administrator',
      status: 'Pending',
      isPending: true,
      created: '20 November 2026',
      ends: '27 November 2026',
    });
    expect(invitationRow({ ...invitation, status: 'revoked' }).isPending).toBe(false);
  });
});
