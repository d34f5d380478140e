import { readSettings } from '@governance/config';
import { defaultEmailLimits, defaultInvitationLimits } from '@governance/deliveries';
import {
  certificateBudgetSettings,
  certificateLimitsOf,
  invitationBudgetSettings,
  invitationLimitsOf,
} from './email-budget-settings';

describe('the email budgets of a worker', () => {
  it('are the decided ones, unless they are set', () => {
    expect(certificateLimitsOf(readSettings(certificateBudgetSettings, {}))).toEqual(defaultEmailLimits);
    expect(invitationLimitsOf(readSettings(invitationBudgetSettings, {}))).toEqual(defaultInvitationLimits);
  });

  it('take each setting of certificates for its limit', () => {
    const settings = {
      EMAIL_BUDGET_RECIPIENT_HOUR: '1',
      EMAIL_BUDGET_RECIPIENT_DAY: '2',
      EMAIL_BUDGET_RECIPIENT_WAITING: '3',
      EMAIL_BUDGET_CERTIFICATE_DAY: '4',
      EMAIL_BUDGET_DOMAIN_HOUR: '5',
      EMAIL_BUDGET_TOTAL_HOUR: '6',
      EMAIL_BUDGET_CLIENT_HOUR: '7',
    };
    expect(certificateLimitsOf(readSettings(certificateBudgetSettings, settings))).toEqual({
      recipientPerHour: 1,
      recipientPerDay: 2,
      recipientWaiting: 3,
      certificatePerDay: 4,
      domainPerHour: 5,
      totalPerHour: 6,
      clientPerHour: 7,
    });
  });

  it('take each setting of invitations for its limit', () => {
    const settings = {
      INVITATION_BUDGET_INVITEE_HOUR: '1',
      INVITATION_BUDGET_INVITEE_DAY: '2',
      INVITATION_BUDGET_ORGANIZATION_HOUR: '3',
      INVITATION_BUDGET_ORGANIZATION_DAY: '4',
      INVITATION_BUDGET_MAILBOX_DAY: '5',
    };
    expect(invitationLimitsOf(readSettings(invitationBudgetSettings, settings))).toEqual({
      inviteePerHour: 1,
      inviteePerDay: 2,
      organizationPerHour: 3,
      organizationPerDay: 4,
      mailboxPerDay: 5,
    });
  });
});
