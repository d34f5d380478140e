import { readSettings } from '@governance/config';
import { defaultEmailLimits } from '@governance/deliveries';
import { emailLimitsOf, sharedEmailBudgets } from './email-budget.settings';

describe('the email budgets of a worker', () => {
  it('are the decided ones, unless they are set', () => {
    expect(emailLimitsOf(readSettings(sharedEmailBudgets, {}))).toEqual(defaultEmailLimits);
    const settings = {
      EMAIL_BUDGET_RECIPIENT_HOUR: '1',
      EMAIL_BUDGET_RECIPIENT_DAY: '2',
      EMAIL_BUDGET_DOMAIN_HOUR: '3',
      EMAIL_BUDGET_TOTAL_HOUR: '4',
    };
    expect(emailLimitsOf(readSettings(sharedEmailBudgets, settings))).toEqual({
      ...defaultEmailLimits,
      recipientPerHour: 1,
      recipientPerDay: 2,
      domainPerHour: 3,
      totalPerHour: 4,
    });
  });

  it('have those that concern its own messages besides', () => {
    const own = { certificatePerDay: 7, clientPerHour: 8 };
    expect(emailLimitsOf(readSettings(sharedEmailBudgets, {}), own)).toMatchObject(own);
  });
});
