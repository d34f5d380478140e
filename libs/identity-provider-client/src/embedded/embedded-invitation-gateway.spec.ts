import { opened } from '@governance/testing';
import {
  IdentityProviderUnavailable,
  type Invitation,
  type InvitationOffer,
  InvitationOutdated,
} from '@governance/iam';
import { answering, startManagementServer } from '../../spec/support/management-server';
import { EmbeddedInvitationGateway } from './embedded-invitation-gateway';

const token = 'q0Zr8m1b2Xc3d4E5f6G7hAq0Zr8m1b2Xc3d4E5f6G7';
const invitation: Invitation = {
  id: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
  orgId: 'org_acme',
  email: 'invitee@example.com',
  role: 'viewer',
  connectionId: 'con_1',
  createdAt: new Date('2026-11-20T12:00:00Z'),
  expiresAt: new Date('2026-11-27T12:00:00Z'),
};
const offer: InvitationOffer = { ...invitation, token };
const link = `https://identity.example.org/invitations/${token}`;
const offered = { link, orgName: 'Acme MSP' };

describe('EmbeddedInvitationGateway', () => {
  const server = opened(startManagementServer);
  let gateway: EmbeddedInvitationGateway;
  beforeAll(() => {
    gateway = new EmbeddedInvitationGateway({
      managementUrl: server.managementUrl,
      managementToken: 'token-of-the-management',
    });
  });

  it('offers an invitation by its id, and returns the link and the name of the organization', async () => {
    server.answer(answering(200, { ...offered, more: 'x' }));
    expect(await gateway.offer(offer)).toEqual(offered);
    const { id, ...body } = offer;
    const times = { createdAt: '2026-11-20T12:00:00.000Z', expiresAt: '2026-11-27T12:00:00.000Z' };
    expect(server.seen).toMatchObject([
      { method: 'PUT', url: `/management/v1/invitations/${id}`, body: { ...body, ...times } },
    ]);
  });

  it('sends no connection if the invitee can choose', async () => {
    server.answer(answering(200, offered));
    await gateway.offer({ ...offer, connectionId: undefined });
    expect(server.seen[0]?.body).not.toHaveProperty('connectionId');
  });

  it.each([
    [409, 'conflict'],
    [404, 'not_found'],
  ])('is outdated after a %i %s of the provider, but not of a proxy', async (status, error) => {
    server.answer(answering(status, { error, error_description: 'why' }));
    await expect(gateway.offer(offer)).rejects.toThrow(InvitationOutdated);
    server.answer(answering(status, { error: 'proxy' }));
    await expect(gateway.offer(offer)).rejects.toThrow(IdentityProviderUnavailable);
  });

  it.each([
    {},
    { ...offered, link: `${link}x` },
    { ...offered, link: `javascript:alert(1)/${token}` },
    { ...offered, link: `/invitations/${token}` },
    { ...offered, orgName: '' },
    { link },
  ])('does not trust %j', async (answer) => {
    server.answer(answering(200, answer));
    await expect(gateway.offer(offer)).rejects.toThrow(IdentityProviderUnavailable);
  });

  it('withdraws an invitation by its id, with its content and without a token', async () => {
    server.answer((_req, res) => res.writeHead(204).end());
    expect(await gateway.withdraw(offer)).toBe('withdrawn');
    const { id, ...body } = invitation;
    const times = { createdAt: '2026-11-20T12:00:00.000Z', expiresAt: '2026-11-27T12:00:00.000Z' };
    expect(server.seen).toMatchObject([
      { method: 'PUT', url: `/management/v1/invitations/${id}/withdrawal`, body: { ...body, ...times } },
    ]);
    expect(server.seen[0]?.body).not.toHaveProperty('token');
  });

  it('reports an accepted invitation only after a 409 of the provider', async () => {
    server.answer(answering(409, { error: 'conflict', error_description: 'why' }));
    expect(await gateway.withdraw(offer)).toBe('accepted');
    // An earlier release of the provider has no such route: the link may still work.
    for (const [status, error] of [
      [409, 'proxy'],
      [404, 'not_found'],
      [200, 'x'],
    ] as const) {
      server.answer(answering(status, { error }));
      await expect(gateway.withdraw(offer)).rejects.toThrow(IdentityProviderUnavailable);
    }
  });

  it('reads the states of invitations in the organization', async () => {
    const invitations = [
      { id: '1', state: 'accepted' },
      { id: '2', state: 'withdrawn', more: 'x' },
    ];
    server.answer(answering(200, { invitations }));
    const states = await gateway.states('org_acme', ['1', '2', '3']);
    expect([...states]).toEqual([
      ['1', 'accepted'],
      ['2', 'withdrawn'],
    ]);
    expect(server.seen).toMatchObject([
      {
        method: 'POST',
        url: '/management/v1/organizations/org_acme/invitation-states',
        body: { invitationIds: ['1', '2', '3'] },
      },
    ]);
    expect(await gateway.states('../users', ['1'])).toEqual(new Map());
    expect(server.seen).toHaveLength(1);
  });

  it.each([{}, { invitations: [{ id: '1' }] }, { invitations: [{ id: '1', state: 'lost' }] }])(
    'does not trust the states %j',
    async (answer) => {
      server.answer(answering(200, answer));
      await expect(gateway.states('org_acme', ['1'])).rejects.toThrow(IdentityProviderUnavailable);
    },
  );

  it('finds members by address, without the address in the path', async () => {
    const search = { orgId: 'org_acme', email: 'member@example.com', connectionId: undefined };
    const call = { method: 'POST', url: '/management/v1/organizations/org_acme/member-search' };
    const seen = (): object[] => server.seen.map(({ method, url, body }) => ({ method, url, body }));

    server.answer(answering(200, { memberships: [{ userId: 'user_1', role: 'viewer' }] }));
    expect(await gateway.hasMember(search)).toBe(true);
    expect(seen()).toEqual([{ ...call, body: { email: 'member@example.com' } }]);

    server.answer(answering(200, { memberships: [] }));
    expect(await gateway.hasMember({ ...search, connectionId: 'con_1' })).toBe(false);
    expect(seen()).toEqual([{ ...call, body: { email: 'member@example.com', connectionId: 'con_1' } }]);

    expect(await gateway.hasMember({ ...search, orgId: '../users' })).toBe(false);
    expect(server.seen).toHaveLength(1);
  });

  it('quotes neither address nor token when something goes wrong', async () => {
    server.answer(answering(500, { ...offer }));
    const failures = [
      gateway.offer(offer),
      gateway.withdraw(offer),
      gateway.hasMember({ ...offer, orgId: 'org_acme' }),
    ];
    for (const failure of await Promise.allSettled(failures)) {
      if (failure.status === 'fulfilled') throw new Error('it was answered');
      const { message, cause } = failure.reason as Error;
      expect(failure.reason).toBeInstanceOf(IdentityProviderUnavailable);
      expect(`${message} ${String(cause)}`).not.toMatch(/invitee|q0Zr8m1b2/);
    }
  });
});
