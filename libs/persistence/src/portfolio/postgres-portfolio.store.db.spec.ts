import {
  answersOf,
  type OrgClient,
  type OrgPortfolio,
  type PortfolioFilter,
  type SurveyResult,
} from '@governance/assessments';
import { everythingOf, type OrgViewer } from '@governance/iam';
import { type Answer, type Answers, publishedRubrics } from '@governance/rubric';
import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { contextOf } from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';
import { PostgresOrgClientStore } from '../clients/postgres-org-client.store';
import { PostgresOrgResultStore } from '../org-results/postgres-org-result.store';
import { PostgresResultStore } from '../results/postgres-result.store';
import { PostgresPortfolioStore } from './postgres-portfolio.store';

const rubric = publishedRubrics.current;
const mode = 'client-on-behalf';
const all: PortfolioFilter = { tag: undefined, ownerId: undefined };
const yearMs = 365 * 24 * 60 * 60 * 1_000;
const wholeList = { limit: 100, after: undefined };

function sheetOf(answerOf: (index: number) => Answer): Answers {
  return Object.fromEntries(rubric.questionsOf(mode).map(({ id }, index) => [id, answerOf(index)]));
}

describe('PostgresPortfolioStore', () => {
  const stores = opened(openTestStores);
  let orgId: string;
  let ours: OrgPortfolio;
  beforeEach(() => {
    orgId = `org-${randomUUID()}`;
    ours = new PostgresPortfolioStore(stores.database).forViewer(everythingOf(orgId));
  });

  async function added(overrides: Partial<OrgClient> = {}): Promise<OrgClient> {
    const client = clientOf(overrides);
    await new PostgresOrgClientStore(stores.database, stores.keyring)
      .forViewer(everythingOf(orgId))
      .create(client, writingClient('create', orgId));
    return client;
  }

  /** Attaches a result of `days` after noon to the client. */
  async function assessed(
    { id: clientId }: Pick<OrgClient, 'id'>,
    {
      days = 0,
      answers = sheetOf(() => 2),
      ...more
    }: Partial<SurveyResult> & { readonly days?: number } = {},
  ): Promise<string> {
    const { overallScore, tier, launchAllowed, launchReason, domainScores } = rubric.assess(answers, mode);
    const result = resultOf({
      createdAt: laterBy(days * 24 * 60 * 60 * 1_000),
      mode,
      rubric: rubric.reference,
      answers,
      outcome: { overallScore, tier, launchAllowed, launchReason, domainScores },
      ...more,
    });
    await new PostgresResultStore(stores.database, stores.keyring).create(result, {});
    const attached = await new PostgresOrgResultStore(stores.database, stores.keyring)
      .forViewer(everythingOf(orgId))
      .attach(result.id, { now: noon, audit: contextOf('org-results:attach', { orgId }), clientId });
    expect(attached).toBe('attached');
    return result.id;
  }
  const listed = async (filter = all) => (await ours.clients(wholeList, filter)).map(({ id }) => id);

  it('gives the answers of a result as they were stored, with all that lists store of it', async () => {
    const answers = sheetOf((index) => ((index * 7) % 4) as Answer);
    const client = await added();
    const id = await assessed(client, { answers });
    const { overallScore, tier, launchAllowed, domainScores } = rubric.assess(answers, mode);
    const [entry] = await ours.clients(wholeList, all);
    expect(entry).toEqual({
      clientId: client.id,
      id,
      createdAt: noon,
      newest: {
        id,
        createdAt: noon,
        mode,
        rubricVersion: rubric.version,
        overallScore,
        tier,
        launchAllowed,
        domainScores,
        levels: expect.any(String) as unknown,
      },
      earlier: undefined,
    });
    expect(answersOf(rubric, mode, entry?.newest.levels ?? '')).toEqual(answers);
  });

  it('takes the newest result of each client, with the one before of its mode that counts', async () => {
    const [one, other] = [await added(), await added()];
    const [first, second, third] = [
      await assessed(one, { days: 1 }),
      await assessed(one, { days: 2 }),
      await assessed(one, { days: 4 }),
    ];
    await assessed(one, { days: 3, mode: 'msp-self' });
    const single = await assessed(other, { days: 1 });
    expect(await ours.clients(wholeList, all)).toMatchObject([
      { id: third, clientId: one.id, earlier: { id: second } },
      { id: single, clientId: other.id, earlier: undefined },
    ]);
    await stores.sql(
      `UPDATE survey_results SET withdrawn_at = $2, withdrawal_reason = 'misused' WHERE id = $1`,
      [second, noon],
    );
    expect(await ours.clients(wholeList, all)).toMatchObject([{ id: third, earlier: { id: first } }, {}]);
  });

  it('lists a client once, by its newest result in either mode', async () => {
    const client = await added();
    const behalf = await assessed(client, { days: 1 });
    expect(await listed()).toEqual([behalf]);
    const self = await assessed(client, { days: 2, mode: 'msp-self' });
    expect(await listed()).toEqual([self]);
    expect((await ours.counts(all, noon)).groups.map(({ results }) => results)).toEqual([1]);
  });

  it('is in pages, of which none repeats or skips a client', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await assessed(await added(), { days: Math.floor(n / 2) }));
    const read: string[] = [];
    for (let after; ;) {
      const page = await ours.clients({ limit: 2, after }, all);
      read.push(...page.map(({ id }) => id));
      after = page.at(-1);
      if (page.length < 2) break;
    }
    expect(read).toEqual(await listed());
    expect(new Set(read)).toEqual(new Set(ids));
  });

  it('counts clients, and groups their newest results', async () => {
    await added();
    const answers = sheetOf(() => 3);
    const [one, other] = [await added(), await added()];
    await assessed(one, { days: -400 });
    await assessed(one, { answers });
    await assessed(other, { answers });
    await assessed(await added(), { days: -400 });
    const { clients, groups } = await ours.counts(all, noon);
    expect(clients).toBe(4);
    const { length } = rubric.questionsOf(mode);
    expect(groups.toSorted((a, b) => b.results - a.results)).toEqual([
      {
        rubricVersion: rubric.version,
        mode,
        tier: 'Ready',
        launchAllowed: true,
        renewalMonth: '2027-11',
        isOverdue: false,
        results: 2,
        levels: '3'.repeat(2 * length),
      },
      expect.objectContaining({
        isOverdue: true,
        renewalMonth: '2026-10',
        results: 1,
        levels: '2'.repeat(length),
      }),
    ]);
    expect(
      (await ours.counts(all, laterBy(yearMs - 1))).groups.filter(({ isOverdue }) => isOverdue),
    ).toHaveLength(1);
    expect(
      (await ours.counts(all, laterBy(yearMs))).groups.filter(({ isOverdue }) => isOverdue),
    ).toHaveLength(2);
  });

  it('leaves out archived clients, and those that the filter does', async () => {
    await assessed(await added({ isArchived: true }));
    const gold = await assessed(await added({ tags: ['gold', 'eu'] }), { days: 1 });
    const owned = await assessed(await added({ ownerId: 'user_ada' }), { days: 2 });
    expect(await listed()).toEqual([owned, gold]);
    expect(await listed({ ...all, tag: 'gold' })).toEqual([gold]);
    expect(await listed({ ...all, ownerId: 'user_ada' })).toEqual([owned]);
    expect(await listed({ tag: 'gold', ownerId: 'user_ada' })).toEqual([]);
    const counted = async (filter: PortfolioFilter) => (await ours.counts(filter, noon)).clients;
    expect([await counted(all), await counted({ ...all, tag: 'eu' })]).toEqual([2, 1]);
  });

  it('shows a member the clients of their own, and a machine those without members', async () => {
    const free = await assessed(await added(), { days: 1 });
    const ours = await assessed(await added({ memberIds: ['user_ada'] }), { days: 2 });
    await assessed(await added({ memberIds: ['user_eve'] }), { days: 3 });
    const seenBy = async (sees: OrgViewer['sees']) => {
      const portfolio = new PostgresPortfolioStore(stores.database).forViewer({ orgId, sees });
      const { clients, groups } = await portfolio.counts(all, noon);
      expect(groups.reduce((sum, { results }) => sum + results, 0)).toBe(clients);
      return (await portfolio.clients(wholeList, all)).map(({ id }) => id);
    };
    expect(await seenBy({ member: 'user_ada' })).toEqual([ours, free]);
    expect(await seenBy('unassigned')).toEqual([free]);
    expect(await seenBy('all')).toHaveLength(3);
  });

  it('shows an organization nothing of another', async () => {
    await assessed(await added());
    const theirs = new PostgresPortfolioStore(stores.database).forViewer(everythingOf(`other-${orgId}`));
    expect(await theirs.clients(wholeList, all)).toEqual([]);
    expect(await theirs.counts(all, noon)).toEqual({ clients: 0, groups: [] });
  });
});
