import { requiresTls } from '@governance/config';
import { DeliveryBacklog, DeliveryQueue, MessageComposer } from '@governance/deliveries';
import { Clock } from '@governance/kernel';
import { Keyring } from '@governance/keyring';
import { AccountNoticeMessage, MailModule, PasswordResetMessage } from '@governance/mail';
import { Database } from '@governance/postgres';
import { deliveryWorkerProviders } from '@governance/runtime';
import { type DynamicModule, type Provider } from '@nestjs/common';
import { type ConsolePlace, consoleUrlOf } from '../pages/console-url';
import { PeopleStores } from '../stores/people-stores';
import { AccountMailBacklog } from './account-mail-backlog';
import { AccountMailQueue } from './account-mail-queue';
import { AccountMessageComposer } from './account-message-composer';

interface MailSettings extends NonNullable<Parameters<typeof requiresTls>[0]> {
  readonly MAIL_FROM?: string | undefined;
}

/** Whether mail is configured. Without it, forgotten passwords cannot be reset, and no mail is queued. */
export function offersMail({ SMTP_URL: smtpUrl, MAIL_FROM: from }: MailSettings): boolean {
  return smtpUrl !== undefined && from !== undefined;
}

export function mailImports(settings: MailSettings): DynamicModule[] {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = settings;
  if (smtpUrl === undefined || from === undefined) return [];
  return [MailModule.forRoot({ smtpUrl, from, requireTls: requiresTls(settings) })];
}

/** The queue and the worker that empties it. Each process has one (ADR 33). */
export function mailProviders(
  settings: MailSettings & ConsolePlace & { readonly ISSUER: string },
): Provider[] {
  if (!offersMail(settings)) return [];
  return [
    {
      provide: DeliveryQueue,
      useFactory: (database: Database, keyring: Keyring) => new AccountMailQueue(database, keyring),
      inject: [Database, Keyring],
    },
    {
      provide: DeliveryBacklog,
      useFactory: (database: Database) => new AccountMailBacklog(database),
      inject: [Database],
    },
    {
      provide: MessageComposer,
      useFactory: (...[people, keyring, resetMessage, notice, clock]: ComposerParts) =>
        new AccountMessageComposer({
          issuer: settings.ISSUER,
          consoleUrl: consoleUrlOf(settings),
          users: people.users,
          resets: people.passwordResets,
          factorResets: people.secondFactorResets,
          keyring,
          resetMessage,
          notice,
          clock,
        }),
      inject: [PeopleStores, Keyring, PasswordResetMessage, AccountNoticeMessage, Clock],
    },
    ...deliveryWorkerProviders,
  ];
}

type ComposerParts = [PeopleStores, Keyring, PasswordResetMessage, AccountNoticeMessage, Clock];
