import { given } from '@governance/testing';
import { IdentityProviderUnavailable, type InvitationOffer, InvitationOutdated } from '@governance/iam';
import { EmbeddedInvitationGateway } from '@governance/identity-provider-client';
import { randomBytes, randomUUID } from 'node:crypto';
import { managementToken } from './support/identity-server';
import { startLossyProxy } from '@governance/iam/spec';
import { addOrganization } from './support/machines';
import { givenApp } from './support/shared-app';

const createdAt = new Date('2026-11-20T12:00:00.000Z');
const later = new Date('2026-11-20T12:00:00.001Z');

function offerOf(changes: Partial<InvitationOffer> = {}): InvitationOffer {
  return {
    id: randomUUID(),
    orgId: 'org_acme',
    email: 'invitee@example.com',
    role: 'viewer',
    connectionId: undefined,
    createdAt,
    expiresAt: new Date('2026-11-27T12:00:00Z'),
    token: randomBytes(32).toString('base64url'),
    ...changes,
  };
}

/** The platform's adapter, connected through a lossy proxy to the provider with its database. */
describe('EmbeddedInvitationGateway, at the provider', () => {
  const { identity } = givenApp();
  const proxy = given(() => startLossyProxy(identity.issuer));
  let gateway: EmbeddedInvitationGateway;

  beforeAll(async () => {
    gateway = new EmbeddedInvitationGateway({ managementUrl: `${proxy.origin}/management`, managementToken });
    await addOrganization(identity.manage, 'org_acme');
    await identity.manage('PUT', '/organizations/org_acme', { name: 'Acme MSP' });
  });
  afterEach(() => identity.stores.sql('DELETE FROM identity.invitations'));
  afterAll(() => proxy.close());

  it('has a link that leads to the provider, the same each time', async () => {
    const offer = offerOf();
    const link = `${identity.issuer}/invitations/${offer.token}`;
    for (let time = 0; time < 2; time += 1) {
      expect(await gateway.offer(offer)).toEqual({ link, orgName: 'Acme MSP' });
    }
  });

  it.each(['request', 'answer'] as const)('can be asked again when the %s was lost', async (loss) => {
    const offer = offerOf();
    proxy.wire.loseOne(loss, 0);
    await expect(gateway.offer(offer)).rejects.toThrow(IdentityProviderUnavailable);
    expect((await gateway.offer(offer)).link).toContain(offer.token);
    expect(await identity.stores.sql('SELECT id FROM identity.invitations')).toEqual([{ id: offer.id }]);
  });

  it('refuses an invitation that a newer one has replaced, in either order', async () => {
    const [older, newer] = [offerOf(), offerOf({ createdAt: later })];
    await gateway.offer(older);
    await gateway.offer(newer);
    await expect(gateway.offer(older)).rejects.toThrow(InvitationOutdated);
    await expect(gateway.offer(offerOf())).rejects.toThrow(InvitationOutdated);
    expect((await gateway.offer(newer)).orgName).toBe('Acme MSP');
  });

  it('refuses an invitation whose organization or connection no longer exists', async () => {
    await expect(gateway.offer(offerOf({ orgId: 'org_none' }))).rejects.toThrow(InvitationOutdated);
    await expect(gateway.offer(offerOf({ connectionId: 'con_none' }))).rejects.toThrow(InvitationOutdated);
  });

  it.each(['request', 'answer'] as const)('withdraws, repeated when the %s was lost', async (loss) => {
    const offer = offerOf();
    await gateway.offer(offer);
    proxy.wire.loseOne(loss, 0);
    await expect(gateway.withdraw(offer)).rejects.toThrow(IdentityProviderUnavailable);
    expect(await gateway.withdraw(offer)).toBe('withdrawn');
    await expect(gateway.offer(offer)).rejects.toThrow(InvitationOutdated);
    expect(await gateway.states('org_acme', [offer.id])).toEqual(new Map([[offer.id, 'withdrawn']]));
  });

  it('withdraws before the offer, but not after the acceptance', async () => {
    const [late, accepted] = [offerOf({ email: 'late@example.com' }), offerOf()];
    expect(await gateway.withdraw(late)).toBe('withdrawn');
    await expect(gateway.offer(late)).rejects.toThrow(InvitationOutdated);
    await gateway.offer(accepted);
    await identity.stores.sql('UPDATE identity.invitations SET accepted_at = now() WHERE id = $1', [
      accepted.id,
    ]);
    expect(await gateway.withdraw(accepted)).toBe('accepted');
    const ids = [late.id, accepted.id, randomUUID()];
    expect(await gateway.states('org_acme', ids)).toEqual(
      new Map([
        [late.id, 'withdrawn'],
        [accepted.id, 'accepted'],
      ]),
    );
    expect(await gateway.states('org_none', ids)).toEqual(new Map());
  });

  it('knows who is a member, by address', async () => {
    await identity.manage('PUT', '/users/user_1', { email: 'member@example.com', name: 'Member' });
    const search = { orgId: 'org_acme', email: 'Member@example.com', connectionId: undefined };
    expect(await gateway.hasMember(search)).toBe(false);
    await identity.manage('PUT', '/organizations/org_acme/memberships/user_1', { role: 'viewer' });
    expect(await gateway.hasMember(search)).toBe(true);
    expect(await gateway.hasMember({ ...search, orgId: 'org_none' })).toBe(false);
  });
});
