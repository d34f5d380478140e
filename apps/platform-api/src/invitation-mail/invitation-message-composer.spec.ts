import { type ClaimedDelivery, DeliveryObsolete } from '@governance/deliveries';
import {
  type AuditActor,
  IdentityProviderUnavailable,
  type Invitation,
  InvitationOutdated,
  type InvitationStore,
  type UnsentInvitation,
} from '@governance/iam';
import { FaultyWire, InMemoryInvitationGateway, InMemoryMemberDirectory } from '@governance/iam/spec';
import { type InvitationContent, type InvitationMessage } from '@governance/mail';
import { FixedClock } from '@governance/testing';
import { InvitationMessageComposer } from './invitation-message-composer';

const token = 'q0Zr8m1b2Xc3d4E5f6G7hAq0Zr8m1b2Xc3d4E5f6G7A';
const invitation: Invitation = {
  id: 'invitation-1',
  orgId: 'org_acme',
  email: 'invitee@example.com',
  role: 'viewer',
  connectionId: undefined,
  createdAt: new Date('2026-11-20T12:00:00Z'),
  expiresAt: new Date('2026-11-27T12:00:00Z'),
};
const by = (kind: AuditActor['kind'], subject: string): AuditActor => ({
  kind,
  issuer: 'https://login.example.org',
  subject,
  clientId: undefined,
});
const held = {
  id: 'delivery-1',
  lease: 'lease',
  recipient: invitation.email,
  createdAt: invitation.createdAt,
  attempts: 1,
  admittedAt: undefined,
  message: undefined,
};
const delivery: ClaimedDelivery = { ...held, kind: 'invitation', invitationId: invitation.id };

describe('InvitationMessageComposer', () => {
  const clock = new FixedClock('2026-11-20T12:01:00.000Z');
  let wire: FaultyWire;
  let gateway: InMemoryInvitationGateway;
  let members: InMemoryMemberDirectory;
  let unsent: UnsentInvitation | undefined;
  let composed: InvitationContent[];
  let composer: InvitationMessageComposer;

  beforeEach(() => {
    wire = new FaultyWire(() => new IdentityProviderUnavailable());
    gateway = new InMemoryInvitationGateway(wire);
    unsent = { invitation, token, invitedBy: by('person', 'ada') };
    composed = [];
    const findUnsent = (id: string, now: Date): Promise<UnsentInvitation | undefined> => {
      expect([id, now]).toEqual([invitation.id, clock.now()]);
      return Promise.resolve(unsent);
    };
    const store = { systemScope: () => ({ findUnsent }) } as Partial<InvitationStore> as InvitationStore;
    const message = {
      compose: (content: InvitationContent) => {
        composed.push(content);
        return Promise.resolve(Buffer.from('mail'));
      },
    } as Pick<InvitationMessage, 'compose'> as InvitationMessage;
    members = new InMemoryMemberDirectory(wire);
    members.put('org_acme', { id: 'ada', role: 'account-admin', name: 'Ada Lovelace' });
    composer = new InvitationMessageComposer(store, gateway, members, message, clock);
  });

  it('offers the invitation, and mails the link that the provider returns', async () => {
    expect(Buffer.from(await composer.compose(delivery)).toString()).toBe('mail');
    expect([...gateway.offers.values()]).toEqual([{ ...invitation, token }]);
    expect(composed).toEqual([
      {
        deliveryId: 'delivery-1',
        recipient: invitation.email,
        inviter: 'Ada Lovelace',
        role: 'viewer',
        orgName: 'org_acme',
        link: `https://identity.example.org/invitations/${token}`,
        expiresAt: invitation.expiresAt,
        date: clock.now(),
      },
    ]);
  });

  it.each([by('person', 'former'), by('person', 'not an id'), by('machine', 'ada'), by('operator', 'ada')])(
    'names no inviter for %j',
    async (invitedBy) => {
      unsent = { invitation, token, invitedBy };
      await composer.compose(delivery);
      expect(composed).toMatchObject([{ inviter: undefined }]);
    },
  );

  it('has nothing to send for an invitation that is no longer pending, and offers nothing', async () => {
    unsent = undefined;
    await expect(composer.compose(delivery)).rejects.toEqual(new DeliveryObsolete('InvitationNotPending'));
    expect(gateway.offers.size).toBe(0);
  });

  it('has nothing to send when the provider has a newer invitation', async () => {
    gateway.offer = () => Promise.reject(new InvitationOutdated());
    await expect(composer.compose(delivery)).rejects.toEqual(new DeliveryObsolete('InvitationOutdated'));
    expect(composed).toEqual([]);
  });

  it('fails temporarily while the provider is unavailable', async () => {
    wire.isDown = true;
    await expect(composer.compose(delivery)).rejects.toThrow(IdentityProviderUnavailable);
    expect(composed).toEqual([]);
  });

  it('refuses the deliveries of another worker', async () => {
    const certificate: ClaimedDelivery = { ...held, kind: 'resend', resultId: 'result' };
    await expect(composer.compose(certificate)).rejects.toThrow('not for this worker');
  });
});
