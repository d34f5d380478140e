import { IndexMigration } from '@governance/postgres';

/** For the deletion of settled deliveries, the oldest first, and to look up withdrawals of results that a replica has answered. */
export class GrowthIndexes1795990000000 extends IndexMigration {
  readonly name = 'GrowthIndexes1795990000000';
  readonly indexes = {
    deliveries_settled: `deliveries (available_at) WHERE state IN ('sent', 'merged', 'cancelled')`,
    survey_results_withdrawn_by_id: 'survey_results (id) WHERE withdrawn_at IS NOT NULL',
  };
}
