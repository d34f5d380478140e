import { type WorkerSettings } from '../../src/config';

export const mailFrom = 'AI Governance <invitations@example.org>';

type MailSettings = Pick<
  WorkerSettings,
  | 'SMTP_URL'
  | 'SMTP_REQUIRE_TLS'
  | 'MAIL_FROM'
  | 'INVITATION_BUDGET_INVITEE_HOUR'
  | 'INVITATION_BUDGET_INVITEE_DAY'
  | 'INVITATION_BUDGET_ORGANIZATION_HOUR'
  | 'INVITATION_BUDGET_ORGANIZATION_DAY'
  | 'INVITATION_BUDGET_MAILBOX_DAY'
>;

/** The settings of a worker with the default budgets. */
export function mailSettings(smtpUrl: string): MailSettings {
  return {
    SMTP_URL: smtpUrl,
    SMTP_REQUIRE_TLS: false,
    MAIL_FROM: mailFrom,
    INVITATION_BUDGET_INVITEE_HOUR: 3,
    INVITATION_BUDGET_INVITEE_DAY: 5,
    INVITATION_BUDGET_ORGANIZATION_HOUR: 500,
    INVITATION_BUDGET_ORGANIZATION_DAY: 2_000,
    INVITATION_BUDGET_MAILBOX_DAY: 20,
  };
}
