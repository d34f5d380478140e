import { type Email } from 'postal-mime';
import { NoticeMails } from '../spec/notice-mails';
import { expiry } from '../spec/sample-notices';
import { type ExpiryContent, ExpiryMessage } from './expiry-message';

describe('the mail about secrets and keys that expire', () => {
  let mails: NoticeMails<ExpiryContent>;
  let mail: Email;
  beforeAll(async () => {
    mails = await NoticeMails.open(ExpiryMessage, expiry);
    mail = await mails.read();
  });
  afterAll(() => mails.close());

  it('says which secret or key expires when', () => {
    expect(mail.text).toContain(
      'Export <b>nightly</b> & more: its secret expires on 27 November 2026 at 23:31 UTC.',
    );
    expect(mail.text).toContain('Import: its key expires on 20 December 2026 at 12:00 UTC.');
  });

  it('escapes names in the HTML, and has none in its headers', async () => {
    expect(mail.html).toContain('Export &lt;b&gt;nightly&lt;/b&gt; &amp; more');
    expect(mail.html).not.toContain('<b>');
    const [headers] = (await mails.compose()).toString('latin1').split('\r\n\r\n', 1);
    expect(headers).not.toContain('nightly');
  });

  it('speaks of one credential, or of many without listing all', async () => {
    const one = await mails.read({ credentials: expiry.credentials.slice(0, 1) });
    expect(one.subject).toBe('An M2M credential expires soon');
    const credentials = Array.from({ length: 22 }, (_, index) => ({
      name: `Credential ${index}`,
      type: 'client_secret' as const,
      expiresAt: expiry.date,
    }));
    const { subject, text, html } = await mails.read({ credentials });
    expect(subject).toBe('22 M2M credentials expire soon');
    for (const part of [text, html]) {
      expect(part).toContain('2 more are in the list of credentials.');
      expect(part?.match(/its secret expires on/g)).toHaveLength(20);
    }
  });
});
