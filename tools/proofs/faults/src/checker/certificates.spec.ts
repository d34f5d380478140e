import { call, evidence } from '../../spec/evidence';
import { checkHistory } from './check-history';

const own = '3f2b8c1e-9a4d-4e6f-8b7a-5c0d1e2f3a4b';
const other = '4f2b8c1e-9a4d-4e6f-8b7a-5c0d1e2f3a4b';
const name = 'Holder 7 Ltd <b>';

/** A certificate that was asked for with a name. */
function judge(text: string, parts: { trapRequests?: string[]; declared?: string } = {}): string[] {
  const { declared, ...rest } = parts;
  const address = 'a@example.com';
  const operation = { kind: 'submit', submission: 7, keyed: false, address } as const;
  const submit = { ...operation, ...(declared !== undefined && { name: declared }) };
  const found = checkHistory(
    evidence({
      calls: [call(submit, { sentAt: 0, status: 201, id: own })],
      results: [{ id: own, submission: 7 }],
      deliveries: [{ id: 'd1', about: own, state: 'sent', isWaiting: false }],
      mails: [{ at: 20, delivery: 'd1', recipient: address, digest: 'x', certificates: [text] }],
      ...rest,
    }),
  );
  return found.map(({ rule }) => rule);
}

describe('a mailed certificate', () => {
  it.each([
    ['has its own id', `verify/${own}Scored`, undefined],
    ['has its own id twice', `${own} ${own}`, undefined],
    ['prints its name as text', `Holder7Ltd<b>verify/${own}`, name],
  ])('%s', (_name, text, declared) => {
    expect(judge(text, declared === undefined ? {} : { declared })).toEqual([]);
  });

  it.each([
    ['mixed-up certificate', `verify/${other}`, undefined],
    ['mixed-up certificate', `verify/${own}verify/${other}`, undefined],
    ['mixed-up certificate', 'verify/', undefined],
    ['mixed-up certificate', `Holder8Ltd verify/${own}`, undefined],
    ['mixed-up certificate', `Holder7Ltd<b>Holder8Ltd verify/${own}`, name],
    ['unescaped text', `Holder7Ltdverify/${own}`, name],
  ])('%s is found', (rule, text, declared) => {
    expect(judge(text, declared === undefined ? {} : { declared })).toContain(rule);
  });

  it('requests no address that it prints', () => {
    expect(judge(own, { trapRequests: ['/img'] })).toEqual(['unescaped text']);
  });
});
