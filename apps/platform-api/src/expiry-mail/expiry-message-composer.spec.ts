import { type ClaimedDelivery, DeliveryObsolete } from '@governance/deliveries';
import { type ExpiryNotice, type ExpiryNotices } from '@governance/iam';
import { FaultyWire, InMemoryOrganizationDirectory } from '@governance/iam/spec';
import { type ExpiryContent, type ExpiryMessage } from '@governance/mail';
import { FixedClock } from '@governance/testing';
import { type CampaignMessageComposer } from '../campaign-mail/campaign-message-composer';
import { type InvitationMessageComposer } from '../invitation-mail/invitation-message-composer';
import { PlatformMessageComposer } from '../platform-message-composer';
import { ExpiryMessageComposer } from './expiry-message-composer';

const held = {
  id: 'delivery-1',
  lease: 'lease',
  recipient: 'admin@example.com',
  createdAt: new Date('2026-11-20T12:00:00Z'),
  attempts: 1,
  admittedAt: undefined,
  message: undefined,
};
const delivery: ClaimedDelivery = { ...held, kind: 'credential-expiry', noticeId: 'notice-1' };
const invitation: ClaimedDelivery = { ...held, kind: 'invitation', invitationId: 'invitation-1' };

describe('ExpiryMessageComposer', () => {
  const clock = new FixedClock('2026-11-20T12:01:00.000Z');
  const notice: ExpiryNotice = {
    orgId: 'org_acme',
    credentials: [{ name: 'Export', type: 'client_secret', expiresAt: new Date('2026-11-27T12:00:00Z') }],
  };
  let found: ExpiryNotice | undefined;
  let composed: ExpiryContent[];
  let composer: ExpiryMessageComposer;
  let organizations: InMemoryOrganizationDirectory;
  let wire: FaultyWire;

  beforeEach(() => {
    [found, composed] = [notice, []];
    const find = (id: string, now: Date): Promise<ExpiryNotice | undefined> => {
      expect([id, now]).toEqual(['notice-1', clock.now()]);
      return Promise.resolve(found);
    };
    const message = {
      compose: (content: ExpiryContent) => {
        composed.push(content);
        return Promise.resolve(Buffer.from('expiry'));
      },
    } as Pick<ExpiryMessage, 'compose'> as ExpiryMessage;
    const lost = (): Error => new Error('lost');
    wire = new FaultyWire(lost);
    organizations = new InMemoryOrganizationDirectory(wire);
    const notices = { find } as Partial<ExpiryNotices> as ExpiryNotices;
    composer = new ExpiryMessageComposer(notices, organizations, message, clock);
  });

  it('mails what still ends', async () => {
    expect(Buffer.from(await composer.compose(delivery)).toString()).toBe('expiry');
    const envelope = { deliveryId: 'delivery-1', recipient: 'admin@example.com', date: clock.now() };
    const { credentials } = notice;
    expect(composed).toEqual([{ ...envelope, orgName: 'org_acme', credentials }]);
    await organizations.create({ id: 'org_acme', name: 'Acme' });
    await composer.compose(delivery);
    expect(composed.at(-1)).toMatchObject({ orgName: 'Acme' });
    wire.isDown = true;
    await composer.compose(delivery);
    expect(composed.at(-1)).toMatchObject({ orgName: 'org_acme' });
  });

  it('has nothing to send when all are rotated or revoked', async () => {
    found = undefined;
    await expect(composer.compose(delivery)).rejects.toEqual(new DeliveryObsolete('NothingEnds'));
  });

  it('refuses other deliveries', async () => {
    await expect(composer.compose(invitation)).rejects.toThrow('is not an expiry notice');
  });

  it('shares the worker with the composers of invitations and campaigns', async () => {
    const saying = (text: string) => ({ compose: () => Promise.resolve(Buffer.from(text)) });
    const invitations = saying(
      'invitation',
    ) as Partial<InvitationMessageComposer> as InvitationMessageComposer;
    const campaigns = saying('campaign') as Partial<CampaignMessageComposer> as CampaignMessageComposer;
    const all = new PlatformMessageComposer(invitations, composer, campaigns);
    const reminder: ClaimedDelivery = { ...held, kind: 'campaign-reminder', draftId: 'draft-1' };
    const texts: string[] = [];
    for (const each of [delivery, invitation, reminder])
      texts.push(Buffer.from(await all.compose(each)).toString());
    expect(texts).toEqual(['expiry', 'invitation', 'campaign']);
  });
});
