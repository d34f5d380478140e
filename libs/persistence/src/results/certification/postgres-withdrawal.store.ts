import { type Withdrawal, type WithdrawalOutcome, WithdrawalStore } from '@governance/assessments';
import { type Database } from '@governance/postgres';
import { updateInOrder } from '../../deliveries/delivery-row';

const withdraw = {
  name: 'withdraw-result',
  text: `
    UPDATE survey_results SET withdrawn_at = $2, withdrawal_reason = $3
    WHERE id = $1 AND withdrawn_at IS NULL`,
};

const selectResult = { name: 'select-withdrawn', text: `SELECT id FROM survey_results WHERE id = $1` };

const cancelDeliveries = {
  name: 'cancel-withdrawn-deliveries',
  text: updateInOrder(
    `state = 'cancelled', waiting_for = NULL, message = NULL`,
    `result_id = $1 AND state IN ('queued', 'parked')`,
  ),
};

/** A document that a worker holds is removed too: the worker loses its lease. */
const removeDocument = {
  name: 'remove-withdrawn-document',
  text: `DELETE FROM certificate_documents WHERE result_id = $1`,
};

/** Withdrawals in the rows of their results. */
export class PostgresWithdrawalStore extends WithdrawalStore {
  constructor(private readonly database: Database) {
    super();
  }

  async withdraw(resultId: string, { at, reason }: Withdrawal): Promise<WithdrawalOutcome> {
    return this.database.inTransaction(async (query) => {
      const { rowCount } = await query(withdraw, [resultId, at, reason]);
      if (rowCount === 1) {
        await query(removeDocument, [resultId]);
        await query(cancelDeliveries, [resultId]);
        return 'withdrawn';
      }
      const known = await query(selectResult, [resultId]);
      return known.rowCount === 1 ? 'withdrawn_before' : 'unknown';
    });
  }
}
