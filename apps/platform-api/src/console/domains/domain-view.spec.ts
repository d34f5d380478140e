import { domainProblems } from '@governance/iam';
import { checkReport, domainDetails, domainRow } from './domain-view';

const now = new Date('2026-11-25T12:00:00.000Z');
const pending = {
  name: 'acme.example',
  connection_id: 'con_1',
  challenge: {
    name: '_governance-challenge.acme.example',
    value: 'canary-value',
    expires_at: '2026-11-27T12:00:00.000Z',
  },
  proven_at: null,
  missing_since: null,
  lapsed_at: null,
  created_at: '2026-11-20T12:00:00.000Z',
};
const proven = { ...pending, proven_at: '2026-11-21T12:00:00.000Z' };
const expired = { ...pending, challenge: { ...pending.challenge, expires_at: '2026-11-25T12:00:00.000Z' } };
const connections = [{ id: 'con_1', name: 'Acme', type: 'enterprise', enabled: true }];

describe('the view of a domain', () => {
  it.each([
    ['to prove', pending, ['Not proven', 'Publish its record, then check it.', false, false]],
    [
      'with an expired record',
      expired,
      ['Not proven', 'Its record has expired: get another one.', false, true],
    ],
    [
      'proven',
      proven,
      ['Proven', 'Since 21 November 2026. The last answer of the DNS had the record.', true, false],
    ],
    [
      'proven, with its record gone',
      { ...proven, missing_since: '2026-11-24T12:00:00.000Z' },
      [
        'Record missing',
        'Since 24 November 2026. Publish it again before 1 December 2026: the proof expires after seven days without it.',
        true,
        true,
      ],
    ],
    [
      'no longer proven',
      { ...pending, lapsed_at: '2026-11-24T12:00:00.000Z' },
      [
        'Proof expired',
        'The proof expired on 24 November 2026, because the record was gone. Publish its record, then check it.',
        false,
        true,
      ],
    ],
  ])('%s says so', (_case, domain, words) => {
    const { state, about, isProven, needsAttention } = domainRow(domain, connections, now);
    expect([state, about, isProven, needsAttention]).toEqual(words);
  });

  it('names the connection to which its addresses lead', () => {
    expect(domainRow(pending, connections, now).connection).toBe('Acme');
    expect(domainRow({ ...pending, connection_id: null }, connections, now)).toMatchObject({
      connectionId: undefined,
      connection: undefined,
    });
  });

  it('has the record to publish, and when it expires', () => {
    expect(domainDetails(pending, connections, now)).toMatchObject({
      recordName: '_governance-challenge.acme.example',
      recordValue: 'canary-value',
      recordEnds: '27 November 2026, 12:00 UTC',
      hasExpired: false,
      added: '20 November 2026, 12:00 UTC',
      proven: undefined,
    });
    expect(domainDetails(expired, connections, now).hasExpired).toBe(true);
  });

  it('keeps the record of a proven domain after it has expired', () => {
    const kept = { ...expired, proven_at: '2026-11-21T12:00:00.000Z' };
    expect(domainDetails(kept, connections, now)).toMatchObject({
      hasExpired: false,
      proven: '21 November 2026, 12:00 UTC',
    });
  });
});

describe('the report of a check', () => {
  it.each(domainProblems)('says of %s what was found and what to do', (problem) => {
    const report = checkReport(problem);
    expect(report?.found).toMatch(/^[A-Z].*\.$/);
    expect(report?.advice.length).toBeGreaterThan(0);
  });

  it('is none for a proven domain, and a general one for a problem of a later release', () => {
    expect(checkReport(null)).toBeUndefined();
    expect(checkReport('toString' as never)?.found).toBe('The record does not prove the domain.');
  });
});
