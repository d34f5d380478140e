import { type Withdrawal } from './withdrawal';

/** What became of a withdrawal; a certificate that was withdrawn before keeps its first date and reason. */
export type WithdrawalOutcome = 'withdrawn' | 'withdrawn_before' | 'unknown';

/** Certificates that no longer count. */
export abstract class WithdrawalStore {
  /** Withdraws a certificate for good and cancels what is still to be mailed of it. */
  abstract withdraw(resultId: string, withdrawal: Withdrawal): Promise<WithdrawalOutcome>;
}
