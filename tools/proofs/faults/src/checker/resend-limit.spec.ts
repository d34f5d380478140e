import { call, evidence } from '../../spec/evidence';
import { type Call } from '../history/history';
import { checkHistory } from './check-history';

const resend = (sentAt: number, client: string, status?: number): Call =>
  call({ kind: 'resend', result: 'r1', client }, { sentAt, ...(status !== undefined && { status }) });

function judge(calls: readonly Call[]): string[] {
  const found = checkHistory(
    evidence({ calls, faults: [{ kind: 'fault', fault: 'F3', began: 0, ended: 90 }] }),
  );
  return found.map(({ rule }) => rule).filter((rule) => rule !== 'lost mail');
}

describe('the limit of resends', () => {
  it('holds for each client', () => {
    expect(
      judge([
        resend(1, 'a', 200),
        resend(2, 'a', 200),
        resend(3, 'a', 429),
        resend(4, 'a'),
        resend(5, 'b', 200),
      ]),
    ).toEqual([]);
  });

  it('is exceeded by one more, at any replica', () => {
    expect(judge([resend(1, 'a', 200), resend(2, 'a', 200), resend(80, 'a', 200)])).toEqual([
      'resend limit exceeded',
    ]);
  });
});
