const plenty = '100000';

/** So much room that nobody waits for a turn; every message is weighed against the budgets all the same. */
export const roomyBudgets = {
  EMAIL_BUDGET_RECIPIENT_HOUR: plenty,
  EMAIL_BUDGET_RECIPIENT_DAY: plenty,
  EMAIL_BUDGET_RECIPIENT_WAITING: plenty,
  EMAIL_BUDGET_CERTIFICATE_DAY: plenty,
  EMAIL_BUDGET_DOMAIN_HOUR: plenty,
  EMAIL_BUDGET_CLIENT_HOUR: plenty,
  EMAIL_BUDGET_TOTAL_HOUR: plenty,
};
