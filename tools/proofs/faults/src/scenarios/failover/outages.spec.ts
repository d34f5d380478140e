import { type Call } from '../../history/history';
import { outagesIn } from './outages';

function submission(endedAt: number, status = 201): Call {
  return {
    kind: 'call',
    id: `fault-run-${endedAt}`,
    operation: { kind: 'submit', submission: endedAt, keyed: false },
    replica: 'public-api/main 1',
    sentAt: endedAt - 10,
    endedAt,
    answer: { status },
  };
}

describe('the time without service', () => {
  it('is the longest one without a success that reaches into the failover', () => {
    const calls = [100, 900, 1_000, 4_000, 4_100, 9_000].map((at) => submission(at));
    const [outage] = outagesIn(
      { calls: [...calls, submission(2_000, 503)], faults: [] },
      { began: 1_200, ended: 3_000 },
    );
    expect(outage).toEqual({ work: 'submissions', seconds: 3 });
  });

  it('is 0 for work that was not asked for', () => {
    expect(outagesIn({ calls: [], faults: [] }, { began: 0, ended: 1 })).toContainEqual({
      work: 'new tokens',
      seconds: 0,
    });
  });
});
