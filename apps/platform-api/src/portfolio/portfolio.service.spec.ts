import {
  type AssessedClient,
  type ListedResult,
  type OrgPortfolio,
  type PortfolioCounts,
  type PortfolioFilter,
  PortfolioStore,
} from '@governance/assessments';
import { ListPages } from '@governance/http';
import { type ListPage, type OrgViewer } from '@governance/iam';
import { machineOf } from '@governance/iam/spec';
import { publishedRubrics } from '@governance/rubric';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { ReadClients } from '../../spec/read-clients';
import { exampleClient } from '../clients/client.openapi';
import { PortfolioService } from './portfolio.service';

const ours = machineOf('org_acme');
const clock = new FixedClock();
const rubric = publishedRubrics.current;
const mode = 'client-on-behalf';
const filter = { tag: 'gold', ownerId: undefined };
const firstPage = { limit: undefined, cursor: undefined };

function resultOf(level: '1' | '3'): ListedResult {
  const ids = rubric.questionsOf(mode).map(({ id }) => id);
  const answers = Object.fromEntries(ids.map((id) => [id, Number(level) as 1 | 3]));
  const { overallScore, tier, launchAllowed, domainScores } = rubric.assess(answers, mode);
  const about = { id: randomUUID(), createdAt: clock.now(), mode, rubricVersion: rubric.version } as const;
  return { ...about, overallScore, tier, launchAllowed, domainScores, levels: level.repeat(ids.length) };
}

/** The portfolio of one organization. */
class Portfolios extends PortfolioStore implements OrgPortfolio {
  readonly asked: { readonly filter: PortfolioFilter; readonly now?: Date }[] = [];
  entries: readonly AssessedClient[] = [];

  forViewer(viewer: OrgViewer): OrgPortfolio {
    expect(viewer).toEqual({ orgId: 'org_acme', sees: 'unassigned' });
    return this;
  }

  counts(wanted: PortfolioFilter, now: Date): Promise<PortfolioCounts> {
    this.asked.push({ filter: wanted, now });
    return Promise.resolve({ clients: 3, groups: [] });
  }

  clients({ limit }: ListPage, wanted: PortfolioFilter): Promise<readonly AssessedClient[]> {
    this.asked.push({ filter: wanted });
    return Promise.resolve(this.entries.slice(0, limit));
  }
}

describe('PortfolioService', () => {
  let portfolios: Portfolios;
  let clients: ReadClients;
  let service: PortfolioService;
  beforeEach(() => {
    portfolios = new Portfolios();
    clients = new ReadClients(['a', 'b', 'c'].map((id) => ({ ...exampleClient, id, name: `Client ${id}` })));
    service = new PortfolioService(portfolios, clients, new ListPages(newTestKeyring()), clock);
  });

  function assessed(clientId: string, earlier?: ListedResult): AssessedClient {
    const newest = resultOf('3');
    return { clientId, createdAt: newest.createdAt, id: newest.id, newest, earlier };
  }

  it('counts at the time of the clock, for the filter', async () => {
    expect(await service.overview(ours, filter)).toMatchObject({ clients: 3, assessed: 0, sharedGaps: [] });
    expect(portfolios.asked).toEqual([{ filter, now: clock.now() }]);
  });

  it('lists clients with their names and what has changed, and opens the names of the page alone', async () => {
    portfolios.entries = [assessed('a', resultOf('1')), assessed('b'), assessed('c')];
    const page = await service.list(ours, { page: { limit: 2, cursor: undefined }, filter });
    expect(page.entries).toMatchObject([
      { client: { id: 'a', name: 'Client a' }, progress: { worsened: [] } },
      { client: { id: 'b' }, progress: { improved: [], scoreChange: undefined, nextStep: undefined } },
    ]);
    expect(page.entries[0]?.progress.improved).toHaveLength(rubric.questionsOf(mode).length);
    expect(page.nextCursor).toBeDefined();
    expect(clients.opened).toEqual(['a', 'b']);
  });

  it('leaves out a client that is deleted meanwhile', async () => {
    portfolios.entries = [assessed('deleted'), assessed('a')];
    const { entries } = await service.list(ours, { page: firstPage, filter });
    expect(entries.map(({ client }) => client.id)).toEqual(['a']);
  });

  it('asks for no names without clients', async () => {
    expect(await service.list(ours, { page: firstPage, filter })).toEqual({
      entries: [],
      nextCursor: undefined,
    });
    expect(clients.opened).toEqual([]);
  });
});
