import { type Withdrawal } from './withdrawal';

/** The outcome of a withdrawal. A certificate that was withdrawn earlier keeps its first date and reason. */
export type WithdrawalOutcome = 'withdrawn' | 'withdrawn_before' | 'unknown';

/** Withdrawn certificates. */
export abstract class WithdrawalStore {
  /** Withdraws a certificate permanently and cancels its pending deliveries. */
  abstract withdraw(resultId: string, withdrawal: Withdrawal): Promise<WithdrawalOutcome>;
}
