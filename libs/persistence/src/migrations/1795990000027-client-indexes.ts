import { IndexMigration } from '@governance/postgres';

const newest = '(org_id, submitted_at DESC, result_id DESC)';
const listed = 'INCLUDE (client_id, mode, tier, launch_allowed, renew_by, is_latest)';

/** A list reads entries of an index alone until it has its page, whatever its conditions. */
export class ClientIndexes1795990000027 extends IndexMigration {
  readonly name = 'ClientIndexes1795990000027';
  readonly indexes = {
    org_results_listed: `org_results ${newest} ${listed}`,
    org_results_latest: `org_results ${newest} ${listed} WHERE is_latest`,
    org_results_of_client: 'org_results (org_id, client_id, submitted_at DESC, result_id DESC)',
    org_clients_by_domain: 'org_clients (org_id, domain) WHERE domain IS NOT NULL',
    org_clients_to_index: 'org_clients (id) WHERE NOT is_indexed',
  };
}
