import { given, type HostileToken, hostileTokens, triesEachCase } from '@governance/testing';
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
  const matrix = given(startMatrix);
  let before: unknown;
  /** Everything that a request could have changed; a caller who is not known leaves no audit event either. */
  const state = async (): Promise<unknown> => [
    await matrix.state(),
    await matrix.app.sql('SELECT count(*) FROM audit_trail'),
  ];
  beforeAll(async () => {
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
    it('answers 401 without a token, and explains how to send one § 4.2ac 4.2ak 4.2at 4.2bb 4.2bk 4.2br 4.2bu 4.2bw 4.2e 4.2f 4.2h 4.2j 4.2m 4.2s 4.2x 5.2.1a 5.2.6b 7.2e 9.4c 10.13m', async () => {
      expect(await matrix.answerTo(row)).toEqual(noToken);
      expect(await matrix.answerTo(row, { authorization: 'Basic dXNlcjpwYXNzd29yZA==' })).toEqual(noToken);
    });

    it('answers 401 without a token, for every body', async () => {
      if (row.route.startsWith('GET ')) return;
      for (const body of ['{broken', '', 'null', '{"unknown":1}', 'x'.repeat(200_000)]) {
        expect(await matrix.answerTo(row, { body })).toEqual(noToken);
      }
    });

    it('answers 401 to a valid token outside the header § 5.2.1a V3.5.2', async () => {
      const token = matrix.app.personToken();
      expect(await matrix.answerTo(row, { query: `access_token=${token}` })).toEqual(noToken);
      if (row.route.startsWith('GET ')) return;
      expect(await matrix.answerTo(row, { body: JSON.stringify({ access_token: token }) })).toEqual(noToken);
    });

    it('answers 401 to every invalid one, without the reason § 4.2ac 4.2ak 4.2at 4.2bb 4.2bk 4.2br 4.2bu 4.2bw 4.2f 4.2h 4.2m 4.2s 4.2x 5.2.2a 5.2.6a 5.2.6c 5.2.6d 7.2f 7.2g 9.4c 10.1c 10.1h 10.2c 10.2h 10.2n 10.3c 10.3h 10.3o 10.4af 10.4c 10.4g 10.4n 10.4z 10.5c 10.5h 10.5m 10.6c 10.6i 10.6p 10.6w 10.7c 10.7h 10.7n 10.7v 10.13aa 10.13c 10.13h 10.13m 10.13s V6.8.2 V7.2.1 V9.1.1 10.15aa 10.15ab 10.15ac 10.15ad 10.15ae 10.15af 10.15ag 10.15ah 10.18aa 10.18al 10.18aq 10.18c 10.18h 10.18n 10.18t 10.21c 10.21h 10.21n 10.21t 10.21z 10.21af 10.25c 10.25h 10.25n', async () => {
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
      // Public routes read no token: `npm test` sends each one to one of them, and the document is long.
      const place = publicRows.indexOf(row);
      const sent = sendable(matrix).filter((_, at) => triesEachCase || at % publicRows.length === place);
      for (const { name, token } of [...sent, good]) {
        const answer = await matrix.answerTo(row, { token });
        expect({ name, ...answer }).toMatchObject({ name, status, body, challenge: null, versions: '1.0' });
      }
    });
  });
});
