import { type Inbox, type InboxOptions, startInbox, type StoredMail, until } from '@governance/testing';
import { type ServerSettings } from '../../src/config';
import { type IdentityApp } from './identity-app';

/** The settings of a provider that sends mail to an inbox of the test. */
export async function startMailbox(options: InboxOptions = {}): Promise<{
  inbox: Inbox;
  settings: Pick<ServerSettings, 'SMTP_URL' | 'SMTP_REQUIRE_TLS' | 'MAIL_FROM'>;
}> {
  const inbox = await startInbox(options);
  const from = 'AI Governance <accounts@example.org>';
  return { inbox, settings: { SMTP_URL: inbox.smtpUrl, SMTP_REQUIRE_TLS: false, MAIL_FROM: from } };
}

/** The path of the link in a mail that resets a password or keeps a second factor. */
export function linkIn({ text }: Pick<StoredMail, 'text'>): string {
  const link = /https?:\/\/\S+(\/(?:password|second-factor)-resets\/[\w-]+)/.exec(text)?.[1];
  if (link === undefined) throw new Error(`no reset link in: ${text}`);
  return link;
}

/** Waits until the worker has sent or dropped every queued mail. */
export async function untilNoMailIsQueued({ stores }: Pick<IdentityApp, 'stores'>): Promise<void> {
  await until(async () => {
    const queued = await stores.sql('SELECT FROM identity.mails WHERE parked_at IS NULL');
    return queued.length === 0;
  });
}
