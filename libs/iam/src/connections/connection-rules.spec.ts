import { checkClientSecret, checkConnection } from './connection-rules';

const valid = {
  name: 'Corporate',
  issuer: 'https://login.acme.example',
  clientId: 'governance',
  clientSecret: 'canary secret'.replace(' ', '-'),
};

describe('a request to add a connection', () => {
  it('is a name, an issuer and a client there', () => {
    expect(checkConnection({ ...valid, name: '  Corporate ' })).toEqual(valid);
    expect(checkClientSecret('~!')).toBe('~!');
  });

  const printable = 'must have 1 to 500 printable ASCII characters, and no spaces';
  const issuer = 'issuer must be an https URL of at most 500 characters, without a query';
  it.each([
    [{ name: ' ' }, 'name must have 1 to 100 characters'],
    [{ name: 'a\tb' }, 'name must have no control, text-direction or other invisible characters'],
    [{ issuer: '' }, issuer],
    [{ issuer: 'http://login.acme.example' }, issuer],
    [{ issuer: 'https://login.acme.example/?tenant=a' }, issuer],
    [{ issuer: 'https://canary:canary@login.acme.example' }, issuer],
    [{ issuer: `https://login.acme.example/${'a'.repeat(500)}` }, issuer],
    [{ clientId: '' }, `client_id ${printable}`],
    [{ clientId: 'a b' }, `client_id ${printable}`],
    [{ clientSecret: '' }, `client_secret ${printable}`],
    [{ clientSecret: 'canäry' }, `client_secret ${printable}`],
    [{ clientSecret: 'a'.repeat(501) }, `client_secret ${printable}`],
  ])('is refused with %j, and the text has no value', (changes, text) => {
    const check = (): unknown => checkConnection({ ...valid, ...changes });
    expect(check).toThrow(text);
    expect(check).not.toThrow('canary');
  });
});
