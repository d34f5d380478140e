import { type Field, positiveInteger, type Settings } from '@governance/config';
import {
  defaultEmailLimits,
  defaultInvitationLimits,
  type EmailLimits,
  type InvitationLimits,
} from '@governance/deliveries';

type BudgetField = ReturnType<Field<number>['default']>;

/** A budget as a setting, with its decided default. */
function budget(decided: number, what: string): BudgetField {
  return positiveInteger().default(decided).describe(`${what}; further messages wait`);
}

/** Budgets for certificate mails (ADR 6). Load tests raise these. */
export const certificateBudgetSettings = {
  EMAIL_BUDGET_RECIPIENT_HOUR: budget(
    defaultEmailLimits.recipientPerHour,
    'certificates an hour to one recipient',
  ),
  EMAIL_BUDGET_RECIPIENT_DAY: budget(
    defaultEmailLimits.recipientPerDay,
    'certificates a day to one recipient',
  ),
  EMAIL_BUDGET_RECIPIENT_WAITING: positiveInteger()
    .default(defaultEmailLimits.recipientWaiting)
    .describe('messages to one recipient that wait at the same time; more are merged into these'),
  EMAIL_BUDGET_CERTIFICATE_DAY: budget(
    defaultEmailLimits.certificatePerDay,
    'messages a day with one certificate',
  ),
  EMAIL_BUDGET_DOMAIN_HOUR: budget(
    defaultEmailLimits.domainPerHour,
    'certificates an hour to one recipient domain',
  ),
  EMAIL_BUDGET_CLIENT_HOUR: budget(
    defaultEmailLimits.clientPerHour,
    'certificates an hour asked for by one client',
  ),
  EMAIL_BUDGET_TOTAL_HOUR: budget(defaultEmailLimits.totalPerHour, 'certificates an hour in all'),
};

export const invitationBudgetSettings = {
  INVITATION_BUDGET_INVITEE_HOUR: budget(
    defaultInvitationLimits.inviteePerHour,
    'invitations an hour by one organization to one recipient',
  ),
  INVITATION_BUDGET_INVITEE_DAY: budget(
    defaultInvitationLimits.inviteePerDay,
    'invitations a day by one organization to one recipient',
  ),
  INVITATION_BUDGET_ORGANIZATION_HOUR: budget(
    defaultInvitationLimits.organizationPerHour,
    'invitations an hour by one organization',
  ),
  INVITATION_BUDGET_ORGANIZATION_DAY: budget(
    defaultInvitationLimits.organizationPerDay,
    'invitations a day by one organization',
  ),
  INVITATION_BUDGET_MAILBOX_DAY: budget(
    defaultInvitationLimits.mailboxPerDay,
    'invitations a day by all organizations to one recipient, where the first of each organization always goes out',
  ),
};

export function certificateLimitsOf(settings: Settings<typeof certificateBudgetSettings>): EmailLimits {
  return {
    recipientPerHour: settings.EMAIL_BUDGET_RECIPIENT_HOUR,
    recipientPerDay: settings.EMAIL_BUDGET_RECIPIENT_DAY,
    recipientWaiting: settings.EMAIL_BUDGET_RECIPIENT_WAITING,
    certificatePerDay: settings.EMAIL_BUDGET_CERTIFICATE_DAY,
    domainPerHour: settings.EMAIL_BUDGET_DOMAIN_HOUR,
    totalPerHour: settings.EMAIL_BUDGET_TOTAL_HOUR,
    clientPerHour: settings.EMAIL_BUDGET_CLIENT_HOUR,
  };
}

export function invitationLimitsOf(settings: Settings<typeof invitationBudgetSettings>): InvitationLimits {
  return {
    inviteePerHour: settings.INVITATION_BUDGET_INVITEE_HOUR,
    inviteePerDay: settings.INVITATION_BUDGET_INVITEE_DAY,
    organizationPerHour: settings.INVITATION_BUDGET_ORGANIZATION_HOUR,
    organizationPerDay: settings.INVITATION_BUDGET_ORGANIZATION_DAY,
    mailboxPerDay: settings.INVITATION_BUDGET_MAILBOX_DAY,
  };
}
