import { type ClientFilter, type ResultFilter } from '@governance/assessments';
import { everythingOf } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { opened } from '@governance/testing';
import { allResults } from '../../spec/attaching-organization';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { laterBy, openTestStores, resultOf } from '../../spec/fixtures';
import { PostgresOrgClientStore } from '../clients/postgres-org-client.store';
import { asViewer } from '../access/scoped-transactions';
import { PostgresResultStore } from '../results/postgres-result.store';
import { listed } from './listed-results';
import { PostgresOrgResultStore } from './postgres-org-result.store';

const orgId = 'org-of-many';
const amounts = { clients: 2_000, resultsOfEach: 5 };
const page = { limit: 100, after: undefined };
const allClients = { words: undefined, tag: undefined, ownerId: undefined, isArchived: undefined };

/** Copies of one client and one result. The results of a client are a month apart; the newest of every tenth is critical. */
const fill = [
  `INSERT INTO org_clients (id, org_id, name, tags, is_archived, created_at, updated_at)
   SELECT md5('client' || n)::uuid, org_id, NULL, CASE WHEN n % 100 = 0 THEN ARRAY['gold'] ELSE '{}'::text[] END, false,
     created_at - n * interval '1 minute', updated_at
   FROM org_clients, generate_series(1, ${amounts.clients}) AS n`,
  `INSERT INTO org_client_words (org_id, word, client_id, of_contact)
   SELECT words.org_id, word, md5('client' || n)::uuid, false FROM org_client_words AS words, generate_series(1, 500) AS n`,
  `INSERT INTO survey_results (id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier,
     launch_allowed, launch_reason, domain_scores, organization_name)
   SELECT md5('result' || n)::uuid, created_at - n * interval '1 hour', mode, rubric_id, rubric_version, rubric_sha256, answers,
     overall_score, CASE WHEN n % 10 = 0 AND n < ${amounts.clients} THEN 'Critical' ELSE tier END, launch_allowed, launch_reason,
     domain_scores, NULL
   FROM survey_results, generate_series(0, ${amounts.clients * amounts.resultsOfEach - 1}) AS n`,
  `INSERT INTO org_results (org_id, result_id, attached_at, client_id)
   SELECT '${orgId}', md5('result' || n)::uuid, now(), md5('client' || 1 + n % ${amounts.clients})::uuid
   FROM generate_series(0, ${amounts.clients * amounts.resultsOfEach - 1}) AS n`,
  'ANALYZE org_clients, org_client_words, org_results, survey_results',
];

describe('thousands of clients with their results', () => {
  const stores = opened(openTestStores);
  let opens = 0;
  const counted = (): Keyring =>
    new Proxy(stores.keyring, {
      get: (keyring, name) => {
        if (name === 'open') opens += 1;
        const member: unknown = Reflect.get(keyring, name);
        return typeof member === 'function' ? (member.bind(keyring) as unknown) : member;
      },
    });
  beforeAll(async () => {
    const clients = new PostgresOrgClientStore(stores.database, stores.keyring);
    const client = clientOf({ contactName: undefined, contactEmail: undefined });
    await clients.forViewer(everythingOf(orgId)).create(client, writingClient('create', orgId));
    await new PostgresResultStore(stores.database, stores.keyring).create(
      resultOf({ createdAt: laterBy(1) }),
      { organizationName: 'Globex' },
    );
    for (const statement of fill) await stores.sql(statement);
  });

  const words = new Set(['globex', 'ltd']);
  it.each<[string, Partial<ResultFilter>, number]>([
    ['all', {}, 100],
    ['of the words of a client', { clientWords: words }, 100],
    ['of one client', { clientId: 'c4ca4238-a0b9-2382-0dcc-509a6f75849b' }, 0],
    ['that are critical and the latest', { tier: 'Critical', isLatest: true }, 100],
    ['that no result matches', { tier: 'Ready', isLatest: false }, 0],
    ['to renew', { isLatest: true, renewBefore: new Date('2027-11-10T00:00:00Z') }, 100],
  ])('list a page of results %s, and open its names alone', async (_, filter, count) => {
    const results = new PostgresOrgResultStore(stores.database, counted()).forViewer(everythingOf(orgId));
    opens = 0;
    const listed = await results.list(page, { ...allResults, ...filter });
    expect(listed).toHaveLength(count);
    expect(opens).toBe(listed.filter(({ clientName }) => clientName !== undefined).length);
  });

  it('list a page of results without reading all of them', async () => {
    const { statement, values } = listed(orgId, page, { filter: allResults, hashes: [] });
    const plan = await asViewer(stores.database, everythingOf(orgId), (query) =>
      query({ name: 'explained-list', text: `EXPLAIN ${statement.text}` }, values),
    );
    expect(JSON.stringify(plan.rows)).toMatch(/Index Scan using \w+ on survey_results/);
    expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan on survey_results');
  });

  it.each<[string, Partial<ClientFilter>, number]>([
    ['all', {}, 100],
    ['by words', { words }, 100],
    ['by a tag', { tag: 'gold' }, 20],
    ['by a tier', { tier: 'Critical' }, 100],
    ['to assess again', { renewBefore: new Date('2027-11-10T00:00:00Z') }, 100],
    ['never assessed', { isAssessed: false }, 1],
  ])('list a page of clients %s, and open its names alone', async (_, filter, count) => {
    const clients = new PostgresOrgClientStore(stores.database, counted()).forViewer(everythingOf(orgId));
    opens = 0;
    const listed = await clients.list(page, { ...allClients, ...filter });
    expect(listed).toHaveLength(count);
    expect(opens).toBe(listed.filter(({ name }) => name !== undefined).length);
  });
});
