import { call, evidence } from '../../spec/evidence';
import { attemptRows } from './always';

const submit = (sentAt: number, submission: number, name?: string) =>
  call(
    { kind: 'submit', submission, keyed: true, ...(name !== undefined && { name }) },
    { sentAt, status: 201, id: 'r' },
  );

describe('the report of what is part of every load', () => {
  const rows = attemptRows(
    evidence({
      calls: [
        submit(1, 1),
        submit(20, 1),
        submit(40, 2, '<b>'),
        submit(60, 3, 'Söhne'),
        call({ kind: 'resend', result: 'r', client: 'c' }, { sentAt: 80, status: 202 }),
      ],
      mails: [{ at: 9, delivery: 'd', recipient: 'a', digest: 'e', certificates: ['one'] }],
    }),
    [{ rule: 'unescaped text', text: 'a name' }],
  );
  const row = (name: string) => rows.find(([each]) => each === name);

  it.each([
    ['F4', 1, 0],
    ['F22', 1, 1],
    ['F23', 1, 0],
    ['F25', 0, 0],
    ['F26', 0, 0],
    ['F30', 1, 0],
  ] as const)('counts %s %d times, with %d findings', (name, times, findings) => {
    expect(row(name)?.[2]).toBe(times);
    expect(row(name)?.[4]).toBe(findings);
  });
});
