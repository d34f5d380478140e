import { RuleViolation } from '@governance/kernel';
import {
  checkCredentialFilter,
  type CredentialFilterRequest,
  everyCredential,
  matchesCredentialFilter,
} from './credential-filter';

const none: CredentialFilterRequest = { name: undefined, expiresBefore: undefined, used: undefined };
const expiresAt = new Date('2026-12-01T00:00:00.000Z');
const ending = { name: 'Nächtlicher Export', expiresAt, lastUsedAt: undefined };

const matches = (request: Partial<CredentialFilterRequest>): boolean =>
  matchesCredentialFilter(ending, checkCredentialFilter({ ...none, ...request }));

describe('a filter of credentials', () => {
  it('without conditions matches each', () => {
    expect(checkCredentialFilter(none)).toEqual(everyCredential);
    expect(matches({})).toBe(true);
  });

  it.each<Partial<CredentialFilterRequest>>([
    { name: 'NÄCHT' },
    { name: ' export' },
    { expiresBefore: '2026-12-01T00:00:00.001Z' },
    { used: 'false' },
    { name: 'x', expiresBefore: '2027-01-01T00:00:00+01:00', used: 'false' },
  ])('matches %j', (request) => {
    expect(matches(request)).toBe(true);
  });

  it.each<Partial<CredentialFilterRequest>>([
    { name: 'import' },
    { expiresBefore: '2026-12-01T00:00:00Z' },
    { used: 'true' },
    { name: 'export', used: 'true' },
  ])('does not match %j', (request) => {
    expect(matches(request)).toBe(false);
  });

  it('finds no expiry in a credential that never expires, and knows one that was used', () => {
    const lasting = { name: 'Export', expiresAt: undefined, lastUsedAt: expiresAt };
    const filter = (request: Partial<CredentialFilterRequest>) =>
      checkCredentialFilter({ ...none, ...request });
    expect(matchesCredentialFilter(lasting, filter({ expiresBefore: '9999-01-01T00:00:00Z' }))).toBe(false);
    expect(matchesCredentialFilter(lasting, filter({ used: 'true' }))).toBe(true);
  });

  it.each<[Partial<CredentialFilterRequest>, string]>([
    [{ name: 'a'.repeat(101) }, 'name must have at most 100 characters, none of them a control character'],
    [{ name: 'a\n' }, 'name must have at most 100 characters, none of them a control character'],
    [{ name: '\ud800' }, 'name must have at most 100 characters, none of them a control character'],
    [{ expiresBefore: 'tomorrow' }, 'expires_before must be an RFC 3339 timestamp'],
    [{ used: 'yes' }, 'used must be true or false'],
  ])('refuses %j', (request, text) => {
    expect(() => matches(request)).toThrow(new RuleViolation(text));
  });
});
