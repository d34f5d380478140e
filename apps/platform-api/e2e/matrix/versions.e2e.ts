import { given, triesEachCase } from '@governance/testing';
import { noToken, checkedParts } from './support/answers';
import { startMatrix } from './support/matrix';
import { type MatrixRow, privateRows, rows } from './support/rows';

const notSupported = 'this api-version is not supported; supported: 1.0';
const twice = 'api-version is given more than once; supported: 1.0';

const unsupported = ['0.0', '0.9', '1.1', '2.0', '10.0', '99999.99999'];
const malformed = '1 1. .0 01.0 1.00 1.0.0 v1.0 +1.0 -1.0 1,0 %201.0 1.0%20 1.0%00 latest'.split(' ');

const refused = [
  // A plus sign is a space in a query.
  ...[...unsupported, ...malformed].map((version) => ({ version, text: notSupported })),
  ...['1.0&api-version=2.0', '2.0&api-version=1.0', '1.0&api-version=x'].map((version) => ({
    version,
    text: twice,
  })),
];

/** `npm test` sends one of the versions with a token to each route, another one to the next route. */
function isSentWithToken(at: number, row: MatrixRow): boolean {
  return triesEachCase || at === rows.indexOf(row) % refused.length;
}

const accepted = [
  'api-version=1.0',
  'api-version=',
  'api-version',
  'api-version=1.0&api-version=1.0',
  'other=2.0',
];

describe('api-version', () => {
  const matrix = given(startMatrix);
  afterAll(() => matrix.app.close());

  it.each(rows.filter(({ anyVersion }) => !anyVersion))(
    'that is invalid or unsupported is answered 400 by $route, with and without a token § 4.2ab 4.2aj 4.2as 4.2ba 4.2bj 4.2bq 4.2bv 4.2c 4.2g 4.2l 4.2r 4.2w 7.2c 7.2d 9.1a 9.3a 9.3b 9.4c 10.1b 10.3g 10.5l 10.6v 10.7b 10.8b 10.11b 10.11d 10.13l 10.15x 10.15y 10.15z 10.18g 10.21b 10.21g 10.21m 10.21s 10.21y 10.21ae 10.25m',
    async (row) => {
      const before = await matrix.state();
      const error = 'unsupported_api_version';
      for (const [at, { version, text }] of refused.entries()) {
        const expected = {
          status: 400,
          challenge: null,
          versions: '1.0',
          contentType: 'application/json; charset=utf-8',
          cacheControl: row.access === 'public' ? null : 'no-store',
          body: { error, error_description: text },
        };
        const query = `api-version=${version}`;
        const tokens = isSentWithToken(at, row) ? ['nonsense', matrix.app.personToken()] : [];
        for (const token of [undefined, ...tokens]) {
          const answer = await matrix.answerTo(row, { query, ...(token !== undefined && { token }) });
          expect({ version, ...answer }).toEqual({ version, ...expected });
        }
      }
      expect(await matrix.state()).toEqual(before);
    },
  );

  it.each(rows)(
    'that is 1.0 or absent does not change the response of $route § 4c 4d 9.1a 9.2a',
    async (row) => {
      const plain = await matrix.ask(row);
      for (const query of accepted) {
        const answer = await matrix.ask(row, { query });
        expect({ query, ...checkedParts(answer) }).toMatchObject({
          query,
          status: plain.status,
          versions: '1.0',
        });
      }
    },
  );

  it.each(privateRows)('is checked before the token of $route', async (row) => {
    expect(await matrix.answerTo(row, { query: 'api-version=1.0' })).toEqual(noToken);
  });
});
