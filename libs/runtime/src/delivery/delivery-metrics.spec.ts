import { type Backlog, DeliveryBacklog } from '@governance/deliveries';
import { FixedClock } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { Registry } from 'prom-client';
import { DeliveryMetrics } from './delivery-metrics';
import { LoggingReporter } from './logging-reporter';

class FakeBacklog extends DeliveryBacklog {
  answer: Backlog | Error = { due: 0, dueSince: undefined };
  questions = 0;

  measure(): Promise<Backlog> {
    this.questions += 1;
    return this.answer instanceof Error ? Promise.reject(this.answer) : Promise.resolve(this.answer);
  }
}

describe('the metrics of a worker', () => {
  let registry: Registry;
  let backlog: FakeBacklog;
  let metrics: DeliveryMetrics;

  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  beforeEach(() => {
    registry = new Registry();
    backlog = new FakeBacklog();
    metrics = new DeliveryMetrics(registry, backlog, new FixedClock('2026-11-20T12:00:00.000Z'));
  });

  async function valueOf(name: string): Promise<string | undefined> {
    const text = await registry.metrics();
    return text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1);
  }

  it('ask the database once for each scrape', async () => {
    backlog.answer = { due: 3, dueSince: new Date('2026-11-20T11:58:30.000Z') };
    const text = await registry.metrics();
    expect(text).toContain('deliveries_due 3\n');
    expect(text).toContain('deliveries_oldest_due_age_seconds 90\n');
    expect(backlog.questions).toBe(1);
    await registry.metrics();
    expect(backlog.questions).toBe(2);
  });

  it('show an age of 0 when nothing waits, and NaN when the age is unknown', async () => {
    expect(await valueOf('deliveries_oldest_due_age_seconds')).toBe('0');
    backlog.answer = new Error('away');
    expect(await valueOf('deliveries_due')).toBe('Nan');
    expect(await valueOf('deliveries_oldest_due_age_seconds')).toBe('Nan');
  });

  it('count deliveries by outcome, and the ages of those that are sent or postponed', async () => {
    expect(await valueOf('deliveries_total{outcome="postponed"}')).toBe('0');
    const reporter = new LoggingReporter(metrics);
    const delivery = { id: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19', kind: 'completion', attempts: 1 } as const;
    for (const [outcome, ageSeconds] of [
      ['sent', 3],
      ['sent', 61],
      ['sent', undefined],
      ['postponed', 90],
      ['parked', 90],
    ] as const)
      reporter.delivered(outcome, { ...delivery, ageSeconds });
    expect(await valueOf('deliveries_total{outcome="sent"}')).toBe('3');
    expect(await valueOf('deliveries_total{outcome="parked"}')).toBe('1');
    const ages = (await registry.metrics()).match(/^delivery_age_seconds_(?:bucket.*le="60".*|count.*)$/gm);
    expect(ages).toEqual([
      'delivery_age_seconds_bucket{le="60",kind="completion",outcome="sent"} 1',
      'delivery_age_seconds_count{kind="completion",outcome="sent"} 2',
      'delivery_age_seconds_bucket{le="60",kind="completion",outcome="postponed"} 0',
      'delivery_age_seconds_count{kind="completion",outcome="postponed"} 1',
    ]);
  });
});
