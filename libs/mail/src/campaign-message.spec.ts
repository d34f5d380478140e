import { NoticeMails } from '../spec/notice-mails';
import { campaign } from '../spec/sample-notices';
import { type CampaignContent, CampaignMessage } from './campaign-message';

describe('the mail of a campaign', () => {
  let mails: NoticeMails<CampaignContent>;
  beforeAll(async () => {
    mails = await NoticeMails.open(CampaignMessage, campaign);
  });
  afterAll(() => mails.close());

  it('says who asks, with a proven domain, whom, and until when § 10.21ak', async () => {
    const { text } = await mails.read();
    expect(text).toContain(
      'Dear Eva Muster,\n\nAcme <MSP> & Partners asks Globex <Ltd> for a self-assessment of its AI governance by the end of 20 December 2026',
    );
    expect(text).toContain('has proven that it controls the domain acme.example');
    expect(text).toContain('named this address as its contact');
  });

  it('lets mail programs offer the opt-out § 10.21ak', async () => {
    const { headers } = await mails.read();
    expect(headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe', value: `<${campaign.optOutUrl}>` }),
    );
  });

  it('shows the text of the organization as text § V1.2.1', async () => {
    const { html } = await mails.read({ message: '<b>Now</b>\nAnd then' });
    expect(html).toContain('&lt;b&gt;Now&lt;/b&gt;\nAnd then');
  });

  it('says nothing for an organization that has written nothing', async () => {
    const { text } = await mails.read({ message: '' });
    expect(text).not.toContain('writes:');
  });

  it.each(['https://evil.example', 'evil.example', 'a@evil.example', undefined])(
    'names no client and contact for the name %s, which could become a link',
    async (name) => {
      const { text, html } = await mails.read({ clientName: name, contactName: name });
      expect(text).toContain('\nAcme <MSP> & Partners asks your organization for');
      expect(html).not.toContain('evil');
    },
  );

  it('is called a reminder when it is one', async () => {
    const { subject, html } = await mails.read({ isReminder: true });
    expect(subject).toBe('Reminder: self-assessment for Acme <MSP> & Partners by 20 December 2026');
    expect(html).toContain('>Reminder</p>');
  });
});
