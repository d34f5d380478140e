import { NoticeMails } from '../spec/notice-mails';
import { accountNotice } from '../spec/sample-notices';
import { AccountNoticeMessage } from './account-notice-message';

describe('the mail about a change of an account', () => {
  it.each([
    ['password-changed', 'was changed on', 'choose “Forgot your password?” now'],
    ['factor-added', 'was added to your account', 'remove the passkeys that are not yours'],
    ['app-replaced', 'was replaced on', 'change your password now'],
    ['recovery-codes-replaced', 'were created for', 'create new recovery codes'],
    ['access-ended', 'was signed out of', 'change your password now'],
  ] as const)('of kind %s says when, and what to do if it was someone else', async (kind, what, advice) => {
    const mails = await NoticeMails.open(AccountNoticeMessage, { ...accountNotice, kind });
    const { text, html } = await mails.read();
    for (const part of [text, html]) {
      for (const words of [what, advice, 'at login.example.org', 'on 20 November 2026 at 09:30 UTC'])
        expect(part).toContain(words);
      expect(part).not.toMatch(/https?:/);
    }
    await mails.close();
  });
});
