import { type SystemReason } from '@governance/iam';
import { type Database, type RunStatement } from '@governance/postgres';

/** Why a transaction crosses organizations. The policies of the tables define what each reason permits. */
export type SystemScope =
  | SystemReason
  | 'housekeeping'
  | 'audit'
  | 'audit-tree'
  | 'audit-signing'
  | 'erasure'
  | 'expiry-mail'
  | 'invitation-mail'
  | 'campaign-mail';

/** Both settings end with the transaction, so that the next user of the connection does not inherit them. */
const setOrganization = {
  name: 'set-organization',
  text: `SELECT set_config('governance.org_id', $1, true)`,
};

const setSystemScope = {
  name: 'set-system-scope',
  text: `SELECT set_config('governance.system_scope', $1, true)`,
};

type Work<Result> = (query: RunStatement) => Promise<Result>;

/** Runs `work` in a transaction that sees the rows of one organization. */
export function inOrganization<Result>(
  database: Database,
  orgId: string,
  work: Work<Result>,
): Promise<Result> {
  return database.inTransaction(async (query) => {
    await query(setOrganization, [orgId]);
    return work(query);
  });
}

/** Runs `work` in a transaction that crosses organizations, as far as its scope permits. */
export function inSystemScope<Result>(
  database: Database,
  scope: SystemScope,
  work: Work<Result>,
): Promise<Result> {
  return database.inTransaction(async (query) => {
    await query(setSystemScope, [scope]);
    return work(query);
  });
}
