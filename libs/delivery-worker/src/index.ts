export { deliveryWorkerProviders } from './delivery-worker.providers';
export {
  emailBudget,
  emailLimitsOf,
  type SharedEmailBudgets,
  sharedEmailBudgets,
} from './email-budget.settings';
