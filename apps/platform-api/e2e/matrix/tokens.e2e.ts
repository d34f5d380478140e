import { type HostileToken, hostileTokens } from '@governance/testing';
import { badToken, expiredToken, noToken, checkedParts, type CheckedParts } from './support/answers';
import { type Matrix, startMatrix } from './support/matrix';
import { privateRows, publicRows } from './support/rows';

/** The tokens that an HTTP client can send; the tests of the header parser cover the others. */
function sendable(matrix: Matrix): { readonly name: string; readonly token: string }[] {
  return hostileTokens()
    .map(({ name, mint }) => ({ name, token: mint(matrix.app.issuer) }))
    .filter(({ token }) => /^[\x20-\x7e]*$/.test(token));
}

const expired: readonly HostileToken['name'][] = ['exp passed', 'exp this moment'];

function refusalOf(name: string): CheckedParts {
  return expired.includes(name) ? expiredToken : badToken;
}

describe('an invalid token', () => {
  let matrix: Matrix;
  let before: unknown;
  /** Everything that a request could have changed; a caller who is not known leaves no audit event either. */
  const state = async (): Promise<unknown> => [
    await matrix.state(),
    await matrix.app.sql('SELECT count(*) FROM audit_trail'),
  ];
  beforeAll(async () => {
    matrix = await startMatrix();
    before = await state();
  });
  afterAll(async () => {
    expect(await state()).toEqual(before);
    await matrix.app.close();
  });

  it('comes in more than a hundred kinds', () => {
    const names = hostileTokens().map(({ name }) => name);
    expect(names.length).toBeGreaterThan(100);
    expect(names).toEqual(
      expect.arrayContaining([
        'HS256 by the public key',
        'RS384 by the right key',
        'alg none without a signature',
        'signature of a stranger',
        'jwk with the key of a stranger',
        'exp passed',
        'nbf in two minutes',
        'iat in two minutes',
        'iss of a stranger',
        'aud another',
        'typ of an identity token',
        'permissions a string',
        'org_id a number',
        'scope an array',
        'auth_time a string',
        'exp a string',
      ]),
    );
  });

  describe.each(privateRows)('$route', (row) => {
    it('answers 401 without a token, and explains how to send one', async () => {
      expect(await matrix.answerTo(row)).toEqual(noToken);
      expect(await matrix.answerTo(row, { authorization: 'Basic dXNlcjpwYXNzd29yZA==' })).toEqual(noToken);
    });

    it('answers 401 without a token, for every body', async () => {
      if (row.route.startsWith('GET ')) return;
      for (const body of ['{broken', '', 'null', '{"unknown":1}', 'x'.repeat(200_000)]) {
        expect(await matrix.answerTo(row, { body })).toEqual(noToken);
      }
    });

    it('answers 401 to a valid token outside the header', async () => {
      const token = matrix.app.personToken();
      expect(await matrix.answerTo(row, { query: `access_token=${token}` })).toEqual(noToken);
      if (row.route.startsWith('GET ')) return;
      expect(await matrix.answerTo(row, { body: JSON.stringify({ access_token: token }) })).toEqual(noToken);
    });

    it('answers 401 to every invalid one, without the reason', async () => {
      for (const { name, token } of sendable(matrix)) {
        expect({ name, ...(await matrix.answerTo(row, { token })) }).toEqual({ name, ...refusalOf(name) });
      }
    });
  });

  describe.each(publicRows)('$route', (row) => {
    it('answers every token as it answers none', async () => {
      const { status, body } = checkedParts(await matrix.ask(row));
      expect(status).toBe(row.success);
      const good = { name: 'a valid one', token: matrix.app.personToken() };
      for (const { name, token } of [...sendable(matrix), good]) {
        const answer = await matrix.answerTo(row, { token });
        expect({ name, ...answer }).toMatchObject({ name, status, body, challenge: null, versions: '1.0' });
      }
    });
  });
});
