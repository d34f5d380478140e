import { Mailer } from '@governance/deliveries';
import { type DynamicModule, Module } from '@nestjs/common';
import { MailerModule, MailerService } from '@nestjs-modules/mailer';

import { CompletionMessage } from './completion-message';
import { ExpiryMessage } from './expiry-message';
import { InvitationMessage } from './invitation-message';
import { type MailSettings } from './mail-settings';
import { PasswordChangedMessage } from './password-changed-message';
import { PasswordResetMessage } from './password-reset-message';
import { SmtpMailer } from './smtp-mailer';
import { mailerOptions } from './mailer-options';

/** Exports `Mailer` and the messages. The first message opens connections; the app closes them. */
@Module({})
export class MailModule {
  static forRoot(settings: MailSettings): DynamicModule {
    return {
      module: MailModule,
      imports: [MailerModule.forRootAsync({ imports: [], useFactory: mailerOptions })],
      providers: [
        {
          provide: Mailer,
          inject: [MailerService],
          useFactory: (mailer: MailerService) => new SmtpMailer(mailer, settings),
        },
        {
          provide: CompletionMessage,
          inject: [MailerService],
          useFactory: (mailer: MailerService) => new CompletionMessage(mailer, settings),
        },
        {
          provide: ExpiryMessage,
          inject: [MailerService],
          useFactory: (mailer: MailerService) => new ExpiryMessage(mailer, settings),
        },
        {
          provide: InvitationMessage,
          inject: [MailerService],
          useFactory: (mailer: MailerService) => new InvitationMessage(mailer, settings),
        },
        {
          provide: PasswordChangedMessage,
          inject: [MailerService],
          useFactory: (mailer: MailerService) => new PasswordChangedMessage(mailer, settings),
        },
        {
          provide: PasswordResetMessage,
          inject: [MailerService],
          useFactory: (mailer: MailerService) => new PasswordResetMessage(mailer, settings),
        },
      ],
      exports: [
        Mailer,
        CompletionMessage,
        ExpiryMessage,
        InvitationMessage,
        PasswordChangedMessage,
        PasswordResetMessage,
      ],
    };
  }
}
