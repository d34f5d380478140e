import { type MailerOptions } from '@nestjs-modules/mailer';
import { HandlebarsAdapter } from '@nestjs-modules/mailer/adapters/handlebars.adapter';
import { join } from 'node:path';
import type MailMessage from 'nodemailer/lib/mailer/mail-message';

/** Turns templates into the bytes of a message. `SmtpMailer` adds the transport that sends them. */
export const composeTransport = 'compose';

export const templateFolder = join(__dirname, 'templates');

export function mailerOptions(): MailerOptions {
  return {
    transports: { [composeTransport]: { streamTransport: true, buffer: true, newline: 'windows' } },
    plugins: [{ step: 'compile', plugin: htmlFromTemplate() }],
  };
}

/**
 * Renders the HTML of messages that name a template and skips prepared messages. As the mailer's `template.adapter`,
 * the adapter would be called for those too, and fail.
 */
function htmlFromTemplate(): (mail: MailMessage, done: (error?: Error | null) => void) => void {
  const adapter = new HandlebarsAdapter(undefined, {
    inlineCssOptions: { keepAtRules: true, loadRemoteStylesheets: false },
  });
  const template = { dir: templateFolder, options: { strict: true } };
  return (mail, done) => {
    if ('template' in mail.data) adapter.compile(mail, done, { template });
    else done();
  };
}
