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
    ['factor-reset-cancelled', 'was cancelled', 'tell an administrator of your organization'],
    ['factors-removed', 'were removed', 'set up a new second factor'],
  ] as const)('of kind %s says when, and what to do if it was someone else', async (kind, what, advice) => {
    const mails = await NoticeMails.open(AccountNoticeMessage, { ...accountNotice, kind });
    const { text, html } = await mails.read();
    for (const part of [text, html]) {
      for (const words of [what, advice, 'at login.example.org', 'on 20 November 2026 at 09:30 UTC'])
        expect(part).toContain(words);
      expect(part).toContain('https://login.example.org/account');
    }
    await mails.close();
  });

  it('tells the owner and the admins when a second factor is removed, and only the owner how to keep it', async () => {
    const dueAt = new Date('2026-11-21T09:30:59Z');
    const facts = { ...accountNotice, dueAt, link: 'https://login.example.org/second-factor-resets/x' };
    for (const [kind, content, words] of [
      ['factor-reset-requested', facts, facts.link],
      [
        'member-reset-requested',
        { ...facts, link: '', member: 'ada@acme.example' },
        'of ada@acme.example, a member',
      ],
    ] as const) {
      const mails = await NoticeMails.open(AccountNoticeMessage, { ...content, kind });
      const { text, html } = await mails.read();
      for (const part of [text, html]) {
        expect(part).toContain('on 21 November 2026 at 09:30 UTC');
        expect(part).toContain(words);
      }
      await mails.close();
    }
  });
});
