import { type Caller } from '@governance/iam';
import { VerifiedTokens } from './verified-tokens';

const caller: Caller = {
  kind: 'machine',
  issuer: 'https://identity.example.org',
  subject: 'client-1',
  clientId: 'client-1',
  orgId: 'org-1',
  scope: '',
  permissions: new Set(),
  email: '',
  name: '',
  roles: [],
};
const verified = { caller, times: { exp: 2, iat: 1, nbf: undefined } };

describe('VerifiedTokens', () => {
  it('finds a token by all its characters, in the generation in which it was verified', () => {
    const tokens = new VerifiedTokens();
    tokens.keep('token', verified, 1);
    expect(tokens.find('token', 1)).toMatchObject(verified);
    expect(tokens.find('tokem', 1)).toBeUndefined();
    expect(tokens.find('token', 2)).toBeUndefined();
    expect(tokens.find('token', 1)).toBeUndefined();
  });

  it('removes a token on request', () => {
    const tokens = new VerifiedTokens();
    tokens.keep('token', verified, 1);
    tokens.forget('token');
    expect(tokens.find('token', 1)).toBeUndefined();
  });

  it('holds the 5,000 most recently verified tokens', () => {
    const tokens = new VerifiedTokens();
    tokens.keep('oldest', verified, 1);
    for (let index = 1; index < 5_000; index++) tokens.keep(`token-${index}`, verified, 1);
    expect(tokens.find('oldest', 1)).toBeDefined();
    tokens.keep('newest', verified, 1);
    expect(tokens.find('oldest', 1)).toBeUndefined();
    expect(tokens.find('token-1', 1)).toBeDefined();
    expect(tokens.find('newest', 1)).toBeDefined();
  });
});
