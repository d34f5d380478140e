import { yesOrNo } from './text-fields';
import { smtpUrl } from './url-fields';

/** The settings of every program that sends mail. */
export const mailServerSettings = {
  SMTP_URL: smtpUrl().meta({
    description: 'the mail server: `smtps://` for TLS from the start, `smtp://` for STARTTLS',
    example: 'smtp://user:password@mail.example.org:587',
  }),
  SMTP_REQUIRE_TLS: yesOrNo()
    .optional()
    .describe('whether mail is sent over TLS only; if absent `true` in production and `false` elsewhere'),
};

interface MailServer {
  readonly SMTP_URL?: string | undefined;
  readonly SMTP_REQUIRE_TLS?: boolean | undefined;
  readonly ENVIRONMENT?: string | undefined;
}

/** Options that nodemailer reads from the URL's query, with the value that keeps TLS required. */
const keepings = [
  ['ignoreTLS', 'false'],
  ['requireTLS', 'true'],
  ['opportunisticTLS', 'false'],
  ['tls.rejectUnauthorized', 'true'],
] as const;

/** Mails contain addresses and one-time links: in production they are sent without TLS only if the operator allows it. */
export function requiresTls({ SMTP_REQUIRE_TLS: required, ENVIRONMENT: kind }: MailServer): boolean {
  return required ?? kind === 'production';
}

/** The problems for `readSettings` when the URL weakens what `requiresTls` demands. */
export function refuseWeakMail(settings: MailServer): string[] {
  const { SMTP_URL: url } = settings;
  if (url === undefined || !requiresTls(settings)) return [];
  const { searchParams } = new URL(url);
  return keepings
    .filter(([name, safeValue]) => searchParams.getAll(name).some((value) => value !== safeValue))
    .map(
      ([name, safeValue]) =>
        `SMTP_URL must not set ${name} to anything but ${safeValue} unless SMTP_REQUIRE_TLS is false`,
    );
}
