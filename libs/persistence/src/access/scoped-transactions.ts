import { everythingOf, isMemberId, type OrgViewer, type SystemReason } from '@governance/iam';
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
  | 'campaign-mail'
  | 'client-results'
  | 'printing';

/** All settings end with the transaction, so that the next user of the connection does not inherit them. */
const setOrganization = {
  name: 'set-organization',
  text: `SELECT set_config('governance.org_id', $1, true)`,
};

/** The second setting is '*' for all clients, the id of a member, or empty. Unset, it counts as empty. */
const setViewer = {
  name: 'set-viewer',
  text: `SELECT set_config('governance.org_id', $1, true), set_config('governance.viewer', $2, true)`,
};

const setSystemScope = {
  name: 'set-system-scope',
  text: `SELECT set_config('governance.system_scope', $1, true)`,
};

const setCapability = {
  name: 'set-capability',
  text: `SELECT set_config('governance.capability', $1, true)`,
};

type Work<Result> = (query: RunStatement) => Promise<Result>;

/** Runs `work` in a transaction that sees the rows of one organization, and of its clients those without assigned members. */
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

/** Runs `work` in a transaction that sees the rows of one organization, and of its clients those that the viewer sees (ADR 73). */
export function asViewer<Result>(database: Database, viewer: OrgViewer, work: Work<Result>): Promise<Result> {
  return database.inTransaction(async (query) => {
    await query(setViewer, [viewer.orgId, settingOf(viewer)]);
    return work(query);
  });
}

/**
 * Runs a part of a transaction of `asViewer` that sees all clients: a quota and the uniqueness of references are those of the
 * organization. A rejection ends the transaction.
 */
export async function seeingAll<Result>(
  query: RunStatement,
  viewer: OrgViewer,
  work: () => Promise<Result>,
): Promise<Result> {
  if (viewer.sees === 'all') return work();
  await query(setViewer, [viewer.orgId, settingOf(everythingOf(viewer.orgId))]);
  const result = await work();
  await query(setViewer, [viewer.orgId, settingOf(viewer)]);
  return result;
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

/** Runs `work` in a transaction that sees the draft of one campaign link, by the hash of its capability. */
export function withCapability<Result>(
  database: Database,
  hash: Buffer,
  work: Work<Result>,
): Promise<Result> {
  return database.inTransaction(async (query) => {
    await query(setCapability, [hash.toString('hex')]);
    return work(query);
  });
}

function settingOf({ sees }: OrgViewer): string {
  switch (sees) {
    case 'all':
      return '*';
    case 'unassigned':
      return '';
    default:
      // Another text could be the one for all.
      return isMemberId(sees.member) ? sees.member : '';
  }
}
