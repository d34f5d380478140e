import {
  type AssessedClient,
  OrgPortfolio,
  type PortfolioCounts,
  type PortfolioFilter,
  PortfolioStore,
  type ResultGroup,
} from '@governance/assessments';
import { type ListPage, type OrgViewer } from '@governance/iam';
import { type Database, type RunStatement } from '@governance/postgres';
import { asViewer } from '../access/scoped-transactions';
import { listStart } from '../list-start';
import { listedColumns, listedResultOfRow, type ListedResultRow } from './listed-result-row';

const chosenClient = `
  client.org_id = $1 AND NOT client.is_archived
    AND ($2::text IS NULL OR $2 = ANY (client.tags))
    AND ($3::text IS NULL OR client.owner_id = $3)`;

/** Latest is the newest of a mode: a client that was assessed in both modes has its newest one. */
const newestOfChosen = `
  FROM org_results AS newest
    JOIN org_clients AS client ON client.org_id = newest.org_id AND client.id = newest.client_id
  WHERE newest.org_id = $1 AND newest.is_latest AND ${chosenClient}
    AND NOT EXISTS (
      SELECT FROM org_results AS other
      WHERE other.org_id = $1 AND other.client_id = newest.client_id AND other.is_latest
        AND (other.submitted_at, other.result_id) > (newest.submitted_at, newest.result_id))`;

const countClients = {
  name: 'count-clients-of-portfolio',
  text: `SELECT count(*)::integer AS clients FROM org_clients AS client WHERE ${chosenClient}`,
};

const renewalMonth = `date_trunc('month', newest.renew_by AT TIME ZONE 'UTC')`;

/** Months are written as text for each group, not for each result. */
const groupResults = {
  name: 'group-results-of-portfolio',
  text: `
    SELECT newest.rubric_version, newest.mode, newest.tier, newest.launch_allowed,
      to_char(${renewalMonth}, 'YYYY-MM') AS renewal_month, newest.renew_by <= $4 AS is_overdue,
      count(*)::integer AS results, string_agg(newest.answer_levels, '') AS levels
    ${newestOfChosen}
    GROUP BY newest.rubric_version, newest.mode, newest.tier, newest.launch_allowed, ${renewalMonth}, newest.renew_by <= $4`,
};

const listAssessed = {
  name: 'list-assessed-clients',
  text: `
    SELECT newest.client_id, ${listedColumns('newest')}, ${listedColumns('earlier', 'earlier_')}
    FROM (
      SELECT newest.* ${newestOfChosen} AND (newest.submitted_at, newest.result_id) < ($4, $5)
      ORDER BY newest.submitted_at DESC, newest.result_id DESC LIMIT $6) AS newest
      LEFT JOIN LATERAL (
        SELECT * FROM org_results AS earlier
        WHERE earlier.org_id = $1 AND earlier.client_id = newest.client_id AND earlier.mode = newest.mode
          AND earlier.withdrawn_at IS NULL
          AND (earlier.submitted_at, earlier.result_id) < (newest.submitted_at, newest.result_id)
        ORDER BY earlier.submitted_at DESC, earlier.result_id DESC LIMIT 1) AS earlier ON true
    ORDER BY newest.submitted_at DESC, newest.result_id DESC`,
};

interface GroupRow extends Pick<ListedResultRow, 'rubric_version' | 'mode' | 'tier' | 'launch_allowed'> {
  readonly renewal_month: string;
  readonly is_overdue: boolean;
  readonly results: number;
  readonly levels: string;
}

type EarlierRow = {
  readonly [Name in keyof ListedResultRow as `earlier_${Name}`]: ListedResultRow[Name] | null;
};
type AssessedRow = ListedResultRow & EarlierRow & { readonly client_id: string };

/** Portfolios in PostgreSQL, behind row-level security. One table answers: nothing is opened or computed from answers. */
export class PostgresPortfolioStore extends PortfolioStore {
  constructor(private readonly database: Database) {
    super();
  }

  forViewer(viewer: OrgViewer): OrgPortfolio {
    return new PostgresOrgPortfolio(this.database, viewer);
  }
}

class PostgresOrgPortfolio extends OrgPortfolio {
  constructor(
    private readonly database: Database,
    private readonly viewer: OrgViewer,
  ) {
    super();
  }

  counts(filter: PortfolioFilter, now: Date): Promise<PortfolioCounts> {
    const chosen = [this.viewer.orgId, filter.tag, filter.ownerId];
    return this.within(async (query) => {
      const { rows } = await query<{ readonly clients: number }>(countClients, chosen);
      const groups = await query<GroupRow>(groupResults, [...chosen, now]);
      return { clients: rows[0]?.clients ?? 0, groups: groups.rows.map(groupOfRow) };
    });
  }

  async clients({ limit, after }: ListPage, filter: PortfolioFilter): Promise<readonly AssessedClient[]> {
    const { createdAt, id } = after ?? listStart;
    const values = [this.viewer.orgId, filter.tag, filter.ownerId, createdAt, id, limit];
    const { rows } = await this.within((query) => query<AssessedRow>(listAssessed, values));
    return rows.map((row) => {
      const newest = listedResultOfRow(row);
      const { createdAt, id } = newest;
      return { clientId: row.client_id, createdAt, id, newest, earlier: earlierOfRow(row) };
    });
  }

  private within<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return asViewer(this.database, this.viewer, work);
  }
}

function groupOfRow(row: GroupRow): ResultGroup {
  return {
    rubricVersion: row.rubric_version,
    mode: row.mode,
    tier: row.tier,
    launchAllowed: row.launch_allowed,
    renewalMonth: row.renewal_month,
    isOverdue: row.is_overdue,
    results: row.results,
    levels: row.levels,
  };
}

/** Its columns are null together. */
function earlierOfRow(row: AssessedRow): AssessedClient['earlier'] {
  if (row.earlier_result_id === null) return undefined;
  const names = Object.keys(row).filter((name) => name.startsWith('earlier_'));
  const earlier = names.map((name) => [name.slice('earlier_'.length), row[name as keyof AssessedRow]]);
  return listedResultOfRow(Object.fromEntries(earlier) as ListedResultRow);
}
