import { type WorkerSettings } from '../../src/config';

export const mailFrom = 'AI Governance <invitations@example.org>';

type MailSettings = Pick<
  WorkerSettings,
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'EMAIL_BUDGET_RECIPIENT_HOUR'
  | 'EMAIL_BUDGET_RECIPIENT_DAY'
  | 'EMAIL_BUDGET_DOMAIN_HOUR'
  | 'EMAIL_BUDGET_TOTAL_HOUR'
>;

/** Of a worker whose budgets are those that were decided. */
export function mailSettings(smtpUrl: string): MailSettings {
  return {
    SMTP_URL: smtpUrl,
    MAIL_FROM: mailFrom,
    EMAIL_BUDGET_RECIPIENT_HOUR: 3,
    EMAIL_BUDGET_RECIPIENT_DAY: 10,
    EMAIL_BUDGET_DOMAIN_HOUR: 200,
    EMAIL_BUDGET_TOTAL_HOUR: 2_000,
  };
}
