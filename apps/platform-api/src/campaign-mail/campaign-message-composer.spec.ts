import { type CampaignMail, type CampaignMails, type NoCampaignMail } from '@governance/assessments';
import { type ClaimedDelivery, DeliveryObsolete } from '@governance/deliveries';
import { type CampaignContent, type CampaignMessage } from '@governance/mail';
import { FixedClock } from '@governance/testing';
import { CampaignMessageComposer } from './campaign-message-composer';

const clock = new FixedClock('2026-11-20T12:00:00.000Z');
const held = {
  id: 'delivery-1',
  lease: 'lease',
  recipient: 'eva@globex.example',
  createdAt: clock.now(),
  attempts: 1,
  admittedAt: undefined,
  message: undefined,
};
const content = {
  sender: { name: 'Acme', domain: 'acme.example' },
  clientName: 'Globex',
  contactName: 'Eva',
  message: 'Please.',
  dueAt: new Date('2026-12-01T12:00:00Z'),
};

describe('CampaignMessageComposer', () => {
  let found: CampaignMail | NoCampaignMail;
  let composed: CampaignContent[];
  let composer: CampaignMessageComposer;
  beforeEach(() => {
    [found, composed] = [{ ...content, capability: 'capability' }, []];
    const mails = {
      find: (draftId: string, now: Date) => {
        expect([draftId, now]).toEqual(['draft-1', clock.now()]);
        return Promise.resolve(found);
      },
    } as Partial<CampaignMails> as CampaignMails;
    const message = {
      compose: (each: CampaignContent) => {
        composed.push(each);
        return Promise.resolve(Buffer.from('mail'));
      },
    } as Partial<CampaignMessage> as CampaignMessage;
    const site = { baseUrl: 'https://assess.example.org' };
    composer = new CampaignMessageComposer(mails, message, site, clock);
  });

  it.each(['campaign-invitation', 'campaign-reminder'] as const)(
    'composes a %s with its links',
    async (kind) => {
      await composer.compose({ ...held, kind, draftId: 'draft-1' });
      expect(composed).toEqual([
        {
          ...content,
          deliveryId: 'delivery-1',
          recipient: 'eva@globex.example',
          date: clock.now(),
          isReminder: kind === 'campaign-reminder',
          link: 'https://assess.example.org/campaign/capability',
          optOutUrl: 'https://assess.example.org/campaign/capability/opt-out',
        },
      ]);
    },
  );

  it.each<NoCampaignMail>(['CampaignClosed', 'AlreadySubmitted', 'OptedOut', 'Erased'])(
    'has nothing to send after %s',
    async (reason) => {
      found = reason;
      const composing = composer.compose({ ...held, kind: 'campaign-reminder', draftId: 'draft-1' });
      await expect(composing).rejects.toEqual(new DeliveryObsolete(reason));
    },
  );

  it('refuses other deliveries', async () => {
    const other: ClaimedDelivery = { ...held, kind: 'invitation', invitationId: 'invitation-1' };
    await expect(composer.compose(other)).rejects.toThrow('is not of a campaign');
  });
});
