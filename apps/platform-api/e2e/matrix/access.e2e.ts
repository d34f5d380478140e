import { permissions, permissionsOfRole } from '@governance/iam';
import { given, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { badToken, lacks, noOrganization, notForMachines, unknown } from './support/answers';
import { startMatrix } from './support/matrix';
import { isForPeople, type MatrixRow, permissionOf, privateRows, targetOf } from './support/rows';

const permitted = privateRows.filter((row) => permissionOf(row) !== undefined);
const ofOrganizations = privateRows.filter(({ inOrganization }) => inOrganization);
const ofNone = privateRows.filter(({ inOrganization }) => !inOrganization);
const withTargets = privateRows.flatMap((row) => {
  const target = targetOf(row);
  return target ? [{ ...row, target }] : [];
});
const malformedIds = ['not-an-id', '42', 'localhost', 'x'.repeat(300), '%00', '%zz', '..%2F', '%27'];
const forMachines = privateRows.filter((row) => !isForPeople(row));

describe('a known caller', () => {
  const matrix = given(startMatrix);
  afterAll(() => matrix.app.close());
  /** What a refused write could have changed. */
  const stateFor = (row: MatrixRow): Promise<unknown> | undefined =>
    row.operation === undefined ? undefined : matrix.state();

  describe.each(permitted)('$route', (row) => {
    const needed = permissionOf(row) ?? permissions[0];
    const others = permissions.filter((permission) => permission !== needed);
    const ofViewer = [...permissionsOfRole('viewer')].filter((permission) => permission !== needed);

    it('answers 403 naming the missing permission, for every body § 2.7c 4.2aa 4.2ad 4.2ah 4.2al 4.2aq 4.2au 4.2az 4.2bc 4.2bh 4.2bl 4.2bp 4.2bs 4.2k 4.2n 4.2q 4.2t 4.2v 4.2y 5.2.5b 5.2.5c 5.3.5a 7.2h 7.2i 7.2j 7.2k 7.2l 7.2r 9.4c 10.1d 10.1i 10.2d 10.2i 10.2o 10.3d 10.3i 10.3p 10.4d 10.5d 10.5i 10.5n 10.6d 10.6j 10.6q 10.6x 10.7d 10.7i 10.7o 10.7w 10.13ab 10.13d 10.13i 10.13n 10.13t V8.2.1 10.15ai 10.15aj 10.15ak 10.15al 10.15am 10.15an 10.15ao 10.18ab 10.18am 10.18ar 10.18d 10.18i 10.18o 10.18u 10.21d 10.21i 10.21o 10.21u 10.21aa 10.21ag 10.25d 10.25i 10.25o', async () => {
      const before = await matrix.state();
      const misspelt = [needed.toUpperCase(), `${needed}:all`, `${needed} `];
      for (const held of [others, ofViewer, [], undefined, misspelt]) {
        const token = matrix.app.personToken({ permissions: held, scope: needed });
        expect(await matrix.answerTo(row, { token })).toEqual(lacks(needed));
        if (!row.route.startsWith('GET '))
          expect(await matrix.answerTo(row, { token, body: '{broken' })).toEqual(lacks(needed));
      }
      expect(await matrix.state()).toEqual(before);
    });

    it('answers 403 to a machine without it', async () => {
      const { clientId } = await matrix.app.create();
      const before = await stateFor(row);
      const token = matrix.app.machineToken(clientId, { permissions: others });
      expect(await matrix.answerTo(row, { token })).toEqual(lacks(needed));
      expect(await stateFor(row)).toEqual(before);
    });

    if (row.gives === undefined) {
      it('admits a caller with only that permission § 4.2ah 4.2aq 4.2az 4.2bh 4.2j 4.2k 4.2q 4.2v 5.2.2a 5.2.5a 5.2.5b', async () => {
        const token = matrix.app.personToken({ permissions: [needed], scope: undefined });
        expect((await matrix.askInOrg(row, token)).status).toBe(row.success);
      });
    } else {
      const given = row.gives;
      it('admits a caller who holds it and the permissions that the request grants, but not with either alone § 4.2bp', async () => {
        const statusWith = async (held: readonly string[]): Promise<number> =>
          (await matrix.askInOrg(row, matrix.app.personToken({ permissions: held, scope: undefined })))
            .status;
        expect(await statusWith([needed, ...given])).toBe(row.success);
        expect([await statusWith([needed]), await statusWith(given)]).toEqual([403, 403]);
      });
    }
  });

  it.each(ofOrganizations)(
    'is answered 403 by $route with a token without an organization § 5.2.7a',
    async (row) => {
      const before = await stateFor(row);
      const token = matrix.app.personToken({ org_id: undefined });
      expect(await matrix.answerTo(row, { token })).toEqual(noOrganization);
      expect(await stateFor(row)).toEqual(before);
    },
  );

  it.each(ofNone)('needs no organization at $route, only its permission § 4.2e 4.2f', async (row) => {
    const permissionsNeeded = [permissionOf(row) ?? []].flat();
    const token = matrix.app.personToken({ permissions: permissionsNeeded, org_id: undefined });
    expect((await matrix.ask(row, { token })).status).toBe(row.success);
  });

  describe.each(withTargets)('$route', (row) => {
    it('answers 404, identical to the byte, for a target of another organization and an unknown one § 4.2ae 4.2av 4.2bd 4.2bm 5.2.7a 7.2n 10.4ae 10.4ah 10.4i 10.4p 10.6k 10.6r 10.6y 10.7p 10.7x V8.2.2 10.15ap 10.15aq 10.15ar 10.15as', async () => {
      const before = await stateFor(row);
      const token = matrix.app.personToken({ org_id: 'org_globex' });
      const foreign = await matrix.ask(row, { token });
      const missing = await matrix.ask(row, { token, targetId: randomUUID() });
      const malformed: HttpAnswer[] = [];
      for (const targetId of [...malformedIds, `con_${randomUUID()}`, `user_${randomUUID()}`])
        malformed.push(await matrix.ask(row, { token, targetId }));
      expect(await matrix.answerTo(row, { token })).toEqual(unknown(row.target));
      expect(new Set([foreign, missing, ...malformed].map(({ text }) => text)).size).toBe(1);
      const headersOf = ({ headers }: typeof foreign): [string, string][] =>
        [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      for (const answer of [missing, ...malformed]) expect(headersOf(answer)).toEqual(headersOf(foreign));
      expect(await stateFor(row)).toEqual(before);
    });
  });

  it.each(privateRows.filter(isForPeople))('is answered 403 by $route as a machine', async (row) => {
    const { clientId } = await matrix.app.create();
    const permission = permissionOf(row) ?? permissions[0];
    const before = await stateFor(row);
    const token = matrix.app.machineToken(clientId, { permissions: [permission] });
    const expected = row.peopleOnly ? notForMachines : lacks(permission);
    expect(await matrix.answerTo(row, { token })).toEqual(expected);
    if (row.peopleOnly) {
      const withAll = matrix.app.machineToken(clientId);
      expect(await matrix.answerTo(row, { token: withAll })).toEqual(expected);
      expect(await matrix.answerTo(row, { token: withAll, body: '{broken' })).toEqual(expected);
    }
    expect(await stateFor(row)).toEqual(before);
  });

  describe.each(forMachines)('$route', (row) => {
    it('admits a machine with an active credential, without a second factor § 5.3.2b', async () => {
      const { clientId } = await matrix.app.create();
      const answer = await matrix.askInOrg(row, matrix.app.machineToken(clientId));
      expect(answer.status).toBe(row.success);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });
  });

  describe.each(privateRows)('$route', (row) => {
    it('answers 401 to a machine that is revoked, unknown, of another organization, or of none', async () => {
      const { app } = matrix;
      const [{ clientId }, revoked] = [await app.create(), await app.create()];
      const before = app.machineToken(revoked.clientId);
      expect((await matrix.askInOrg(row, before)).status).toBe(isForPeople(row) ? 403 : row.success);
      expect((await app.manage('DELETE', `/${revoked.id}`)).status).toBe(204);
      const tokens = [
        before,
        app.machineToken(revoked.clientId),
        app.machineToken('unknown'),
        app.machineToken(clientId, { org_id: 'org_globex' }),
        app.machineToken(clientId, { org_id: undefined }),
      ];
      for (const token of tokens) expect(await matrix.answerTo(row, { token })).toEqual(badToken);
    });
  });
});
