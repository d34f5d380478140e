import { bearerTokenOf, longestToken } from './bearer-token';
import { TokenRefused } from './token-refused';

function read(...rawHeaders: string[]): string | undefined {
  return bearerTokenOf({ rawHeaders });
}

describe('bearerTokenOf', () => {
  it.each(['Bearer token', 'bearer token', 'BEARER   token'])('finds the token of %p', (value) => {
    expect(read('host', 'api.example.org', 'Authorization', value)).toBe('token');
    expect(read('authorization', value, 'accept', '*/*')).toBe('token');
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic dTpw',
    'token',
    'Bearertoken',
    'Bearer\ttoken',
    ' Bearer token',
    'DPoP token',
  ])('finds none in %p', (value) => {
    expect(read('authorization', value)).toBeUndefined();
  });

  it('finds none in other headers, nor in the value of one that is named like it', () => {
    expect(read('x-authorization', 'Bearer token', 'cookie', 'authorization')).toBeUndefined();
    expect(read('accept', 'authorization', 'Bearer token', 'x')).toBeUndefined();
    expect(read()).toBeUndefined();
  });

  it('refuses two headers with any content § V15.3.7', () => {
    expect(() => read('authorization', 'Bearer token', 'Authorization', 'Bearer token')).toThrow(
      TokenRefused,
    );
    expect(() => read('authorization', 'Basic dTpw', 'AUTHORIZATION', 'Bearer token')).toThrow(
      'two Authorization headers',
    );
  });

  it('refuses a token of more than 8 KiB', () => {
    const longest = 'x'.repeat(longestToken);
    expect(read('authorization', `Bearer ${longest}`)).toBe(longest);
    expect(() => read('authorization', `Bearer ${longest}x`)).toThrow('too long');
  });
});
