import { given } from '@governance/testing';
import { type EndpointGroup, endpointGroups } from '../../src/endpoint-groups';
import { startPlatformApp } from '../support/platform-app';
import { checkedParts, unknownPath } from './support/answers';
import { startMatrix } from './support/matrix';
import { consoleRoutes, type MatrixRow, privateRows, publicRows, rows } from './support/rows';

const id = '6f1d3c58-0b7a-4c92-8e45-2a9b7c3d1e60';

describe('an endpoint group that is not live', () => {
  const matrix = given(startMatrix);
  afterAll(() => matrix.app.close());

  interface Surface {
    ask(row: MatrixRow, token?: string): Promise<unknown>;
    routes(): string[];
    close(): Promise<void>;
  }

  /** Beside the surface with all groups live, with the same issuer. */
  async function startWith(live: readonly EndpointGroup[]): Promise<Surface> {
    const settings = { OIDC_ISSUER: matrix.app.issuer.issuer, PLATFORM_LIVE: live };
    const app = await startPlatformApp({ beside: matrix.app, provider: matrix.app.provider, settings });
    return {
      ask: async (row, token) => {
        const [method = ''] = row.route.split(' ', 1);
        const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
        return checkedParts(await app.call(row.request(id).path, { method, headers }));
      },
      routes: () => app.routes(),
      close: () => app.close(),
    };
  }

  it.each(endpointGroups)('is an unknown path, with a token and without: %s § 1.5a', async (group) => {
    const others = endpointGroups.filter((other) => other !== group);
    const surface = await startWith(others);
    for (const row of rows.filter((candidate) => candidate.group === group)) {
      for (const token of [undefined, 'nonsense', matrix.app.personToken()]) {
        expect(await surface.ask(row, token)).toEqual(unknownPath);
      }
    }
    const live = rows.filter((row) => row.group !== group).map(({ route }) => route);
    const pages = group === 'console' ? [] : consoleRoutes;
    expect(surface.routes().toSorted()).toEqual([...live, ...pages].toSorted());
    await surface.close();
  });

  it('affects no other group: without any live group, health, documents and verification work § 1.5b', async () => {
    const surface = await startWith([]);
    for (const row of privateRows) expect(await surface.ask(row)).toEqual(unknownPath);
    for (const row of publicRows) expect(await surface.ask(row)).toMatchObject({ status: row.success });
    await surface.close();
  });
});
