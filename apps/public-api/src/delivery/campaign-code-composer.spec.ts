import { type CampaignCodeDelivery, DeliveryObsolete } from '@governance/deliveries';
import { Keyring } from '@governance/keyring';
import { type CampaignCodeContent, type CampaignCodeMessage } from '@governance/mail';
import { createTestKeyring, FixedClock } from '@governance/testing';
import { CampaignCodes, codeLifeMs } from '../campaign/campaign-codes';
import { CampaignCodeComposer } from './campaign-code-composer';
import { type MessageLinks } from './message-links';

const clock = new FixedClock('2026-11-28T12:00:00Z');

const delivery: CampaignCodeDelivery = {
  id: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
  kind: 'campaign-code',
  draftId: '4f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
  lease: 'lease',
  recipient: 'eva@globex.example',
  createdAt: clock.now(),
  attempts: 1,
  admittedAt: undefined,
  message: undefined,
};

describe('the mail with a code', () => {
  const file = createTestKeyring();
  const keyring = Keyring.load(file.file);
  const written: CampaignCodeContent[] = [];
  const message = {
    compose: (content: CampaignCodeContent) => {
      written.push(content);
      return Promise.resolve(new Uint8Array());
    },
  } as CampaignCodeMessage;
  const links = { blockUrlOf: (address: string) => `block ${address}` } as MessageLinks;
  const composer = new CampaignCodeComposer(message, new CampaignCodes(keyring), links, clock);
  afterAll(() => {
    file.remove();
  });

  it('has the code that the surface has stored a hash of, until 15 minutes after the request', async () => {
    clock.advance(codeLifeMs - 1);
    await composer.compose(delivery);
    expect(written).toEqual([
      {
        deliveryId: delivery.id,
        recipient: delivery.recipient,
        date: clock.now(),
        code: new CampaignCodes(keyring).of(delivery.id),
        expiresAt: new Date('2026-11-28T12:15:00Z'),
        blockUrl: 'block eva@globex.example',
      },
    ]);
  });

  it('is not sent when its code has expired', async () => {
    clock.advance(1);
    await expect(composer.compose(delivery)).rejects.toThrow(DeliveryObsolete);
  });
});
