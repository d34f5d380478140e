import { NoticeMails } from '../spec/notice-mails';
import { accountNotice } from '../spec/sample-notices';
import { PasswordChangedMessage } from './password-changed-message';

describe('the mail about a changed password', () => {
  it('says when, and what to do if it was someone else, without a link to follow', async () => {
    const mails = await NoticeMails.open(PasswordChangedMessage, accountNotice);
    const { text, html } = await mails.read();
    for (const part of [text, html]) {
      expect(part).toContain('at login.example.org was changed on 20 November 2026 at 09:30 UTC');
      expect(part).toContain('choose “Forgot your password?” now');
      expect(part).not.toMatch(/https?:/);
    }
    await mails.close();
  });
});
