import { type Field, positiveInteger, type Settings } from '@governance/config';
import { defaultEmailLimits, type EmailLimits } from '@governance/deliveries';

/** A budget as a setting, with what was decided as its default. */
export function emailBudget(decided: number, what: string): ReturnType<Field<number>['default']> {
  return positiveInteger().default(decided).describe(`messages ${what}; over it a message waits its turn`);
}

/** What goes out before the next message has to wait (ADR 6), whoever sends it: every worker has to be told the same. */
export const sharedEmailBudgets = {
  EMAIL_BUDGET_RECIPIENT_HOUR: emailBudget(defaultEmailLimits.recipientPerHour, 'an hour to one recipient'),
  EMAIL_BUDGET_RECIPIENT_DAY: emailBudget(defaultEmailLimits.recipientPerDay, 'a day to one recipient'),
  EMAIL_BUDGET_DOMAIN_HOUR: emailBudget(defaultEmailLimits.domainPerHour, 'an hour to one recipient domain'),
  EMAIL_BUDGET_TOTAL_HOUR: emailBudget(defaultEmailLimits.totalPerHour, 'an hour in all'),
};

export type SharedEmailBudgets = Settings<typeof sharedEmailBudgets>;

/** The limits of a worker, with those that concern its own kind of message. */
export function emailLimitsOf(
  settings: SharedEmailBudgets,
  own: Partial<Pick<EmailLimits, 'certificatePerDay' | 'clientPerHour'>> = {},
): EmailLimits {
  return {
    ...defaultEmailLimits,
    recipientPerHour: settings.EMAIL_BUDGET_RECIPIENT_HOUR,
    recipientPerDay: settings.EMAIL_BUDGET_RECIPIENT_DAY,
    domainPerHour: settings.EMAIL_BUDGET_DOMAIN_HOUR,
    totalPerHour: settings.EMAIL_BUDGET_TOTAL_HOUR,
    ...own,
  };
}
