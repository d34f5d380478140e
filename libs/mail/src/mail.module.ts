import { Mailer } from '@governance/deliveries';
import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import { MailerModule, MailerService } from '@nestjs-modules/mailer';

import { AccountNoticeMessage } from './account-notice-message';
import { CampaignCodeMessage } from './campaign-code-message';
import { CampaignMessage } from './campaign-message';
import { CompletionMessage } from './completion-message';
import { DomainProofMessage } from './domain-proof-message';
import { ExpiryMessage } from './expiry-message';
import { InvitationMessage } from './invitation-message';
import { type MailSettings } from './mail-settings';
import { PasswordResetMessage } from './password-reset-message';
import { RenewalReminderMessage } from './renewal-reminder-message';
import { SmtpMailer } from './smtp-mailer';
import { mailerOptions } from './mailer-options';

type MessageKind<Message> = new (mailer: MailerService, settings: MailSettings) => Message;

/** Exports `Mailer` and the messages. The first message opens connections; the app closes them. */
@Module({})
export class MailModule {
  static forRoot(settings: MailSettings): DynamicModule {
    const message = <Message>(Kind: MessageKind<Message>): FactoryProvider<Message> => ({
      provide: Kind,
      inject: [MailerService],
      useFactory: (mailer: MailerService) => new Kind(mailer, settings),
    });
    return {
      module: MailModule,
      imports: [MailerModule.forRootAsync({ imports: [], useFactory: mailerOptions })],
      providers: [
        {
          provide: Mailer,
          inject: [MailerService],
          useFactory: (mailer: MailerService) => new SmtpMailer(mailer, settings),
        },
        message(AccountNoticeMessage),
        message(CampaignCodeMessage),
        message(CampaignMessage),
        message(CompletionMessage),
        message(DomainProofMessage),
        message(ExpiryMessage),
        message(InvitationMessage),
        message(PasswordResetMessage),
        message(RenewalReminderMessage),
      ],
      exports: [
        Mailer,
        AccountNoticeMessage,
        CampaignCodeMessage,
        CampaignMessage,
        CompletionMessage,
        DomainProofMessage,
        ExpiryMessage,
        InvitationMessage,
        PasswordResetMessage,
        RenewalReminderMessage,
      ],
    };
  }
}
