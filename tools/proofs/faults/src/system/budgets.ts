/** Per recipient the budget of production; the others are wide, so that only the load's flooded address waits. */
export const mailsPerRecipient = 3;
const plenty = '1000000';
/** The budgets of mail in a run. */
export const budgets = {
  EMAIL_BUDGET_RECIPIENT_HOUR: String(mailsPerRecipient),
  EMAIL_BUDGET_RECIPIENT_DAY: plenty,
  EMAIL_BUDGET_RECIPIENT_WAITING: plenty,
  EMAIL_BUDGET_CERTIFICATE_DAY: plenty,
  EMAIL_BUDGET_DOMAIN_HOUR: plenty,
  EMAIL_BUDGET_CLIENT_HOUR: plenty,
  EMAIL_BUDGET_TOTAL_HOUR: plenty,
  INVITATION_BUDGET_ORGANIZATION_HOUR: plenty,
  INVITATION_BUDGET_ORGANIZATION_DAY: plenty,
};
