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
import { ListConditions } from '../list-conditions';
import { listStart } from '../list-start';
import { type ListStatement } from '../org-results/listed-results';
import { listedColumns, listedResultOfRow, type ListedResultRow } from './listed-result-row';

/** The clients that a filter admits, as `client`. */
function chosen({ tag, ownerId }: PortfolioFilter, given: readonly unknown[]): ListConditions {
  return new ListConditions(given)
    .add('tag', tag, (of) => `${of} = ANY (client.tags)`)
    .add('owner', ownerId, (of) => `client.owner_id = ${of}`);
}

function countClients(orgId: string, filter: PortfolioFilter): ListStatement {
  const conditions = chosen(filter, [orgId]);
  const where = conditions.where('client.org_id = $1', 'NOT client.is_archived');
  const text = `SELECT count(*)::integer AS clients FROM org_clients AS client WHERE ${where}`;
  return { statement: { name: conditions.nameOf('count-portfolio'), text }, values: conditions.values };
}

const renewalMonth = `date_trunc('month', newest.renew_by AT TIME ZONE 'UTC')`;

/**
 * Latest is the newest of a mode: a client that was assessed in both modes has its newest one. Months are written as text for each
 * group, not for each result.
 */
function groupResults(orgId: string, filter: PortfolioFilter, now: Date): ListStatement {
  const conditions = chosen(filter, [orgId, now]);
  const text = `
    SELECT newest.rubric_version, newest.mode, newest.tier, newest.launch_allowed,
      to_char(${renewalMonth}, 'YYYY-MM') AS renewal_month, newest.renew_by <= $2 AS is_overdue,
      count(*)::integer AS results, string_agg(newest.answer_levels, '') AS levels
    FROM org_results AS newest
      JOIN org_clients AS client ON client.org_id = newest.org_id AND client.id = newest.client_id
    WHERE ${conditions.where('newest.org_id = $1', 'newest.is_latest', 'client.org_id = $1', 'NOT client.is_archived')}
      AND NOT EXISTS (
        SELECT FROM org_results AS other
        WHERE other.org_id = $1 AND other.client_id = newest.client_id AND other.is_latest
          AND (other.submitted_at, other.result_id) > (newest.submitted_at, newest.result_id))
    GROUP BY newest.rubric_version, newest.mode, newest.tier, newest.launch_allowed, ${renewalMonth}, newest.renew_by <= $2`;
  return { statement: { name: conditions.nameOf('group-portfolio'), text }, values: conditions.values };
}

/** The page is read from an index in its order. Each of its results is looked up: joining all clients first takes longer. */
function listAssessed(orgId: string, filter: PortfolioFilter, { limit, after }: ListPage): ListStatement {
  const { createdAt, id } = after ?? listStart;
  const conditions = chosen(filter, [orgId, createdAt, id, limit]);
  const text = `
    WITH page AS MATERIALIZED (
      SELECT result_id, client_id, submitted_at, mode FROM org_results AS newest
      WHERE org_id = $1 AND is_latest AND (submitted_at, result_id) < ($2, $3)
        AND result_id = (
          SELECT other.result_id FROM org_results AS other
          WHERE other.org_id = $1 AND other.client_id = newest.client_id AND other.is_latest
          ORDER BY other.submitted_at DESC, other.result_id DESC LIMIT 1)
        AND (
          SELECT ${conditions.where('NOT client.is_archived')} FROM org_clients AS client
          WHERE client.org_id = $1 AND client.id = newest.client_id)
      ORDER BY submitted_at DESC, result_id DESC LIMIT $4)
    SELECT page.client_id, ${listedColumns('newest')}, ${listedColumns('earlier', 'earlier_')}
    FROM page
      JOIN org_results AS newest ON newest.org_id = $1 AND newest.result_id = page.result_id
      LEFT JOIN LATERAL (
        SELECT * FROM org_results AS earlier
        WHERE earlier.org_id = $1 AND earlier.client_id = page.client_id AND earlier.mode = page.mode
          AND earlier.withdrawn_at IS NULL
          AND (earlier.submitted_at, earlier.result_id) < (page.submitted_at, page.result_id)
        ORDER BY earlier.submitted_at DESC, earlier.result_id DESC LIMIT 1) AS earlier ON true
    ORDER BY page.submitted_at DESC, page.result_id DESC`;
  return { statement: { name: conditions.nameOf('list-portfolio'), text }, values: conditions.values };
}

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
    const { orgId } = this.viewer;
    return this.within(async (query) => {
      const counted = await this.run<{ readonly clients: number }>(query, countClients(orgId, filter));
      const groups = await this.run<GroupRow>(query, groupResults(orgId, filter, now));
      return { clients: counted[0]?.clients ?? 0, groups: groups.map(groupOfRow) };
    });
  }

  async clients(page: ListPage, filter: PortfolioFilter): Promise<readonly AssessedClient[]> {
    const statement = listAssessed(this.viewer.orgId, filter, page);
    const rows = await this.within((query) => this.run<AssessedRow>(query, statement));
    return rows.map((row) => {
      const newest = listedResultOfRow(row);
      const { createdAt, id } = newest;
      return { clientId: row.client_id, createdAt, id, newest, earlier: earlierOfRow(row) };
    });
  }

  private async run<Row extends object>(
    query: RunStatement,
    { statement, values }: ListStatement,
  ): Promise<readonly Row[]> {
    return (await query<Row>(statement, [...values])).rows;
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
