import { type PreparedStatement } from '@governance/postgres';
import FakeTimers from '@sinonjs/fake-timers';
import { WorkHint } from './work-hint';

describe('a work hint', () => {
  const query = jest.fn<Promise<unknown>, [PreparedStatement]>();
  let hint: WorkHint;
  let timers: FakeTimers.Clock;

  beforeEach(() => {
    timers = FakeTimers.install({ toFake: ['setTimeout'] });
    query.mockReset().mockResolvedValue({ rows: [] });
    hint = new WorkHint({ query });
  });
  afterEach(() => {
    timers.uninstall();
  });

  it('is given once for deliveries queued together, and again for later ones', () => {
    for (let queued = 0; queued < 30; queued++) hint.give();
    expect(query).not.toHaveBeenCalled();
    timers.tick(1_000);
    expect(query.mock.calls.map(([{ text }]) => text)).toEqual([`SELECT pg_notify('deliveries', '')`]);
    hint.give();
    timers.tick(1_000);
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('may be lost with the database', async () => {
    query.mockRejectedValue(new Error('away'));
    hint.give();
    await timers.tickAsync(1_000);
    expect(query).toHaveBeenCalledTimes(1);
  });
});
