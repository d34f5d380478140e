import { createProgramLog, HttpMetrics } from '@governance/runtime';
import FakeTimers from '@sinonjs/fake-timers';
import { type IncomingMessage } from 'node:http';
import { Registry } from 'prom-client';
import { reportOverload } from './report-overload';
import { publicSurface } from './surface';

describe('the report of an overload', () => {
  let timers: FakeTimers.Clock;
  beforeEach(() => {
    timers = FakeTimers.install({ toFake: ['setTimeout'] });
  });
  afterEach(() => {
    timers.uninstall();
  });

  it('has one line a second, and counts each request', async () => {
    const lines: unknown[] = [];
    const registry = new Registry();
    const write = (line: string): void => void lines.push(JSON.parse(line));
    const log = createProgramLog({ program: 'spec', level: 'info' }, { write });
    const report = reportOverload({ log, metrics: new HttpMetrics(registry), surface: publicSurface });
    for (let count = 0; count < 3; count++) report({ method: 'POST' } as IncomingMessage);
    expect(lines).toEqual([]);
    timers.tick(1_000);
    report({ method: 'POST' } as IncomingMessage);
    report({ method: 'GET' } as IncomingMessage);
    timers.tick(1_000);
    expect(lines).toMatchObject([
      { level: 'warn', msg: 'overloaded: requests were refused', refused: 3 },
      { refused: 2 },
    ]);
    const metrics = await registry.metrics();
    const labels = 'route="unmatched",status="503",kind="overloaded"';
    expect(metrics).toContain(`http_requests_refused_total{method="POST",${labels}} 4`);
    expect(metrics).toContain(`http_requests_refused_total{method="GET",${labels}} 1`);
    expect(metrics).not.toContain('http_request_duration_seconds_count{');
  });
});
