import { NoticeMails } from '../spec/notice-mails';
import { passwordReset } from '../spec/sample-notices';
import { PasswordResetMessage } from './password-reset-message';

describe('the mail with the link to a new password', () => {
  it('says until when the link works, what it changes, and that an unexpected mail can be ignored', async () => {
    const mails = await NoticeMails.open(PasswordResetMessage, passwordReset);
    const { text, html } = await mails.read();
    for (const part of [text, html]) {
      expect(part).toContain('works once, until 20 November 2026 at 10:01 UTC');
      expect(part).toContain('signs you out everywhere. Your second factor stays the same.');
      expect(part).toContain('ignore this mail: your password stays the same');
    }
    await mails.close();
  });
});
