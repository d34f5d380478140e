import { RuleViolation } from '@governance/kernel';
import { type AuditFilter, type AuditFilterRequest, checkAuditFilter } from './audit-filter';

const none: AuditFilterRequest = {
  actor: undefined,
  operation: undefined,
  target: undefined,
  outcome: undefined,
  from: undefined,
  to: undefined,
};

function check(request: Partial<AuditFilterRequest>): AuditFilter {
  return checkAuditFilter({ ...none, ...request });
}

describe('the filter of audit events', () => {
  it('has no condition unless one is requested', () => {
    expect(check({})).toEqual(none);
  });

  it('has every requested condition, with times to the millisecond', () => {
    const request = { actor: 'person-1', operation: 'members:update', target: 'x', outcome: 'refused' };
    const times = { from: '2026-11-20T13:00:00.0009+01:00', to: '2026-11-21T00:00:00Z' };
    expect(check({ ...request, ...times })).toEqual({
      ...request,
      from: new Date('2026-11-20T12:00:00.000Z'),
      to: new Date('2026-11-21T00:00:00.000Z'),
    });
  });

  it('takes ids as long as the trail has them', () => {
    const longest = { actor: 'a'.repeat(255), target: 't'.repeat(128) };
    expect(check(longest)).toMatchObject(longest);
  });

  it.each([
    [{ actor: 'a'.repeat(256) }, 'actor must have at most 255 characters, none of them a control character'],
    [{ actor: 'a\0' }, 'actor must have at most 255 characters, none of them a control character'],
    [{ actor: '\ud800' }, 'actor must have at most 255 characters, none of them a control character'],
    [
      { target: 't'.repeat(129) },
      'target must have at most 128 characters, none of them a control character',
    ],
    [{ target: 'a\nb' }, 'target must have at most 128 characters, none of them a control character'],
    [{ operation: 'm2m-credentials' }, 'operation must be the name of a recorded operation'],
    [{ operation: 'toString' }, 'operation must be the name of a recorded operation'],
    [{ outcome: 'Done' }, 'outcome must be done, refused or abandoned'],
    [{ from: '2026-11-20' }, 'from must be an RFC 3339 timestamp'],
    [{ from: '2026-02-30T12:00:00Z' }, 'from must be an RFC 3339 timestamp'],
    [{ to: 'now' }, 'to must be an RFC 3339 timestamp'],
  ])('refuses %j', (request, text) => {
    expect(() => check(request)).toThrow(new RuleViolation(text));
  });
});
