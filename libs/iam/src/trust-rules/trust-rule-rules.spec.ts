import { checkTrustRule, type TrustRuleRequest } from './trust-rule-rules';

const now = new Date('2026-11-20T12:00:00Z');
const later = new Date('2026-12-20T12:00:00Z');
const request: TrustRuleRequest = {
  preset: 'oidc',
  issuer: 'https://issuer.example.org',
  subject: 'a workload',
  conditions: [{ claim: ['team'], oneOf: ['one', 'two'] }],
};
const check = (changes: Partial<TrustRuleRequest> = {}): unknown =>
  checkTrustRule({ ...request, ...changes }, { now, audience: 'https://login.example.org' });

describe('a trust rule', () => {
  it('has what its request says, and the proposed audience', () => {
    expect(check({ allowedNetworks: ['2001:DB8::/32'], expiresAt: later, singleUse: true })).toEqual({
      ...request,
      audience: 'https://login.example.org',
      allowedNetworks: ['2001:db8::/32'],
      expiresAt: later,
      singleUse: true,
    });
    expect(check({ audience: 'https://other.example.org' })).toMatchObject({
      audience: 'https://other.example.org',
    });
  });

  it.each<[string, Partial<TrustRuleRequest>, string]>([
    ['an unknown preset', { preset: 'jenkins' }, 'preset must be one of'],
    ['no issuer', { issuer: undefined }, 'issuer must be an https URL'],
    ['an issuer without TLS', { issuer: 'http://issuer.example.org' }, 'issuer must be an https URL'],
    ['a wildcard as subject', { subject: 'a*' }, 'subject must have'],
    ['an empty subject', { subject: '' }, 'subject must have'],
    ['a long audience', { audience: 'a'.repeat(501) }, 'audience must have'],
    ['an end in the past', { expiresAt: now }, 'expires_at must be in the future'],
    ['all networks', { allowedNetworks: ['0.0.0.0/0'] }, 'allowed_networks[0]'],
    ['no value', { conditions: [{ claim: ['team'], oneOf: [] }] }, 'conditions[0] must have 1 to 20 values'],
    ['a wildcard as value', { conditions: [{ claim: ['team'], oneOf: ['a*'] }] }, 'conditions[0] must have'],
    ['a line break', { conditions: [{ claim: ['team'], oneOf: ['a\nb'] }] }, 'conditions[0] must have'],
    ['half a character', { conditions: [{ claim: ['team'], oneOf: ['\ud800'] }] }, 'conditions[0] must have'],
    ['no claim', { conditions: [{ claim: [], oneOf: ['a'] }] }, 'conditions[0] must name a claim'],
    ['an empty claim', { conditions: [{ claim: [''], oneOf: ['a'] }] }, 'conditions[0] must name a claim'],
    [
      'a deep claim',
      { conditions: [{ claim: Array.from('abcdef'), oneOf: ['a'] }] },
      'conditions[0] must name',
    ],
    [
      'the audience as claim',
      { conditions: [{ claim: ['aud'], oneOf: ['a'] }] },
      'must not name the claim aud',
    ],
    [
      'a claim twice',
      { conditions: ['a', 'b'].map((value) => ({ claim: ['team'], oneOf: [value] })) },
      'conditions must name each claim once',
    ],
    [
      'too many claims',
      { conditions: Array.from({ length: 21 }, (_, index) => ({ claim: [`c${index}`], oneOf: ['a'] })) },
      'conditions must have at most 20 claims',
    ],
    ['no SPIFFE ID', { preset: 'spiffe' }, 'subject must be a SPIFFE ID'],
  ])('is refused with %s', (_case, changes, problem) => {
    expect(() => check(changes)).toThrow(problem);
  });
});
