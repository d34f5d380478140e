import {
  campaignCodeKinds,
  campaignKinds,
  certificateKinds,
  type DeliveryKind,
  domainProofKinds,
  invitationKinds,
  noticeKinds,
  reminderKinds,
} from '@governance/deliveries';
import { opened, refused, RoleSession } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestStores } from '../spec/fixtures';

const component = join(__dirname, '../../../docker/kubernetes/components/keda/scaled-workers.yaml');
/** Of the two workers, as KEDA sends them. */
const queries = [...readFileSync(component, 'utf8').matchAll(/ query: (SELECT .*)/g)].map(
  ([, query = '']) => query,
);
const mails = {
  public: [...certificateKinds, ...domainProofKinds, ...reminderKinds, ...campaignCodeKinds],
  platform: [...invitationKinds, ...noticeKinds, ...campaignKinds],
};

describe('the queries of the autoscaler', () => {
  const stores = opened(openTestStores);
  let session: RoleSession;

  beforeAll(async () => {
    session = await RoleSession.open(stores.testDatabase.url, 'governance_scaler');
    // A row for each kind, without what it is about.
    await stores.sql('ALTER TABLE deliveries DROP CONSTRAINT deliveries_of_one_thing');
  });
  beforeEach(() => stores.sql('TRUNCATE deliveries, jobs'));
  afterAll(() => session.close());

  async function queue(
    kind: DeliveryKind,
    count: number,
    { state = 'queued', dueIn = '-1 second' } = {},
  ): Promise<void> {
    await stores.sql(
      `INSERT INTO deliveries (id, kind, state, created_at, available_at)
       SELECT gen_random_uuid(), $1, $2, now(), now() + $3::interval FROM generate_series(1, $4)`,
      [kind, state, dueIn, count],
    );
  }

  /** As KEDA reads it: one row of one number. */
  async function counted(): Promise<number[]> {
    const counts: number[] = [];
    for (const query of queries) {
      const rows = (await session.try(query)) as Record<string, string>[];
      expect(rows.map((row) => Object.keys(row).length)).toEqual([1]);
      counts.push(Number(Object.values(rows[0] ?? {})[0]));
    }
    return counts;
  }

  it('count each kind of mail for the worker that sends it', async () => {
    expect(queries).toHaveLength(2);
    for (const kind of mails.public) await queue(kind, 1);
    for (const kind of mails.platform) await queue(kind, 2);
    expect(await counted()).toEqual([mails.public.length, 2 * mails.platform.length]);
  });

  it('count the jobs of each worker', async () => {
    await stores.sql(
      `INSERT INTO jobs (queue, due_at) VALUES ('public/a', now()), ('public/b', now()), ('platform/a', now())`,
    );
    expect(await counted()).toEqual([2, 1]);
  });

  it('count nothing that is sent, held by a worker or due later', async () => {
    await queue('completion', 1, { state: 'sent' });
    await queue('completion', 1, { dueIn: '20 seconds' });
    await stores.sql(`INSERT INTO jobs (queue, due_at) VALUES ('platform/a', now() + interval '1 minute')`);
    expect(await counted()).toEqual([0, 0]);
  });

  it('count no further than an autoscaler needs', async () => {
    await queue('completion', 1_200);
    expect(await counted()).toEqual([1_000, 0]);
  });

  it('need a role that reads no row', async () => {
    for (const table of ['deliveries', 'jobs'])
      expect(await session.try(`SELECT FROM ${table}`)).toBe(refused);
  });
});
