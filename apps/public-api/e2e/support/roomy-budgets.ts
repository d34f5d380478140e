/** Enough messages that only tests of the budgets wait for a turn. */
const plenty = 1_000;

export const roomyBudgets = {
  EMAIL_BUDGET_RECIPIENT_HOUR: plenty,
  EMAIL_BUDGET_RECIPIENT_DAY: plenty,
  EMAIL_BUDGET_RECIPIENT_WAITING: plenty,
  EMAIL_BUDGET_CERTIFICATE_DAY: plenty,
  EMAIL_BUDGET_DOMAIN_HOUR: plenty,
  EMAIL_BUDGET_CLIENT_HOUR: plenty,
  EMAIL_BUDGET_TOTAL_HOUR: plenty,
};

/** The same for programs, whose settings are strings. */
export const roomyEnvironment = Object.fromEntries(
  Object.entries(roomyBudgets).map(([name, value]) => [name, String(value)]),
);
