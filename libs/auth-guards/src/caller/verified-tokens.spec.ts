import { type Caller } from '@governance/iam';
import { type VerifiedToken, VerifiedTokens } from './verified-tokens';

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
const times = { exp: 2, iat: 1, nbf: undefined };

/** The keys of one issuer. */
class Keys {
  current = 1;

  generation(): number {
    return this.current;
  }
}

function verifiedBy(keys: Keys, generation = keys.generation()): VerifiedToken {
  return { caller, times, keys, generation };
}

describe('VerifiedTokens', () => {
  it('finds a token by all its characters, in the generation in which it was verified', () => {
    const [tokens, keys] = [new VerifiedTokens(), new Keys()];
    tokens.keep('token', verifiedBy(keys));
    expect(tokens.find('token')).toMatchObject({ caller, times });
    expect(tokens.find('tokem')).toBeUndefined();
    keys.current = 2;
    expect(tokens.find('token')).toBeUndefined();
    keys.current = 1;
    expect(tokens.find('token')).toBeUndefined();
  });

  it('does not find a token whose issuer removed a key while it was verified', () => {
    const [tokens, keys] = [new VerifiedTokens(), new Keys()];
    const verified = verifiedBy(keys);
    keys.current = 2;
    tokens.keep('token', verified);
    expect(tokens.find('token')).toBeUndefined();
  });

  it('asks only the keys of the issuer that a token was verified by', () => {
    const [tokens, one, other] = [new VerifiedTokens(), new Keys(), new Keys()];
    tokens.keep('of one', verifiedBy(one));
    tokens.keep('of the other', verifiedBy(other));
    one.current = 2;
    expect(tokens.find('of one')).toBeUndefined();
    expect(tokens.find('of the other')).toBeDefined();
  });

  it('removes a token on request', () => {
    const tokens = new VerifiedTokens();
    tokens.keep('token', verifiedBy(new Keys()));
    tokens.forget('token');
    expect(tokens.find('token')).toBeUndefined();
  });

  it('holds the 5,000 most recently verified tokens', () => {
    const [tokens, verified] = [new VerifiedTokens(), verifiedBy(new Keys())];
    tokens.keep('oldest', verified);
    for (let index = 1; index < 5_000; index++) tokens.keep(`token-${index}`, verified);
    expect(tokens.find('oldest')).toBeDefined();
    tokens.keep('newest', verified);
    expect(tokens.find('oldest')).toBeUndefined();
    expect(tokens.find('token-1')).toBeDefined();
    expect(tokens.find('newest')).toBeDefined();
  });
});
