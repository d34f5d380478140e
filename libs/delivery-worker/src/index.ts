export { deliveryWorkerProviders } from './delivery-worker.providers';
export {
  certificateBudgetSettings,
  certificateLimitsOf,
  invitationBudgetSettings,
  invitationLimitsOf,
} from './email-budget.settings';
