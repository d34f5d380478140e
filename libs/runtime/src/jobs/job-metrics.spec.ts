import { type JobBacklog, JobQueue } from '@governance/deliveries';
import { FixedClock } from '@governance/testing';
import { Registry } from 'prom-client';
import { JobMetrics } from './job-metrics';

const backlog: JobBacklog = {
  queue: 'documents',
  due: 3,
  dueSince: new Date('2026-11-20T11:58:30.000Z'),
  failing: 1,
};

describe('the metrics of background jobs', () => {
  const measure = jest.fn<Promise<readonly JobBacklog[]>, [readonly string[], Date]>();
  let registry: Registry;
  let metrics: JobMetrics;

  beforeEach(() => {
    measure.mockReset().mockResolvedValue([]);
    registry = new Registry();
    const queue = Object.assign(Object.create(JobQueue.prototype) as JobQueue, { measure });
    const clock = new FixedClock('2026-11-20T12:00:00.000Z');
    metrics = new JobMetrics({ registry, queue, clock, queues: ['documents', 'retention'] });
  });

  async function values(queue: string): Promise<readonly string[]> {
    const lines = (await registry.metrics()).split('\n');
    return lines.filter((line) => line.includes(`queue="${queue}"`)).toSorted();
  }

  it('are the due jobs with their age and the failing ones, of each queue by one query for a scrape', async () => {
    measure.mockResolvedValue([backlog]);
    expect(await values('documents')).toEqual([
      'jobs_due{queue="documents"} 3',
      'jobs_failing{queue="documents"} 1',
      'jobs_oldest_due_age_seconds{queue="documents"} 90',
      'jobs_total{queue="documents",outcome="done"} 0',
      'jobs_total{queue="documents",outcome="failed"} 0',
    ]);
    expect(measure.mock.calls).toEqual([[['documents', 'retention'], new Date('2026-11-20T12:00:00.000Z')]]);
  });

  it('show an age of 0 when no job is due', async () => {
    measure.mockResolvedValue([{ queue: 'retention', due: 0, dueSince: undefined, failing: 0 }]);
    expect(await values('retention')).toContain('jobs_oldest_due_age_seconds{queue="retention"} 0');
  });

  it('are NaN, not 0, while the database does not answer', async () => {
    measure.mockRejectedValue(new Error('away'));
    expect((await values('documents')).slice(0, 3)).toEqual([
      'jobs_due{queue="documents"} Nan',
      'jobs_failing{queue="documents"} Nan',
      'jobs_oldest_due_age_seconds{queue="documents"} Nan',
    ]);
  });

  it('count the runs of each queue by outcome', async () => {
    for (const outcome of ['done', 'done', 'failed'] as const) metrics.ran('retention', outcome);
    expect((await values('retention')).slice(-2)).toEqual([
      'jobs_total{queue="retention",outcome="done"} 2',
      'jobs_total{queue="retention",outcome="failed"} 1',
    ]);
  });
});
