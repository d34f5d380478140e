import { given } from '@governance/testing';
import { startMatrix } from './support/matrix';
import { consoleRoutes, privateRows, publicRows, rows } from './support/rows';
import { samples } from './support/samples';

/** For every client. A further one is a decision, which `@Public()` alone does not make. */
const open = [
  'GET /.well-known/oauth-protected-resource',
  'GET /api/certification/verify/{id}',
  'GET /docs',
  'GET /docs/{name}',
  'GET /health',
  'GET /health/live',
  'GET /health/ready',
  'GET /openapi.json',
];

describe('the matrix', () => {
  const matrix = given(startMatrix);
  afterAll(() => matrix.app.close());

  it('has a row for every route of the surface, and no other § 1.4i 1.4j', () => {
    const routes = [...rows.map(({ route }) => route), ...consoleRoutes];
    expect(routes.toSorted()).toEqual(matrix.app.routes().toSorted());
  });

  it('opens no further route, and needs a permission for every write § 5.2.5b', () => {
    expect(publicRows.map(({ route }) => route)).toEqual(open);
    for (const { route, access, operation } of privateRows) {
      const isWrite = !route.startsWith('GET ');
      expect([route, operation !== undefined]).toEqual([route, isWrite]);
      if (isWrite) expect([route, access]).toEqual([route, expect.stringMatching(/:write$/)]);
    }
  });

  it('has samples for its routes only', () => {
    const routes = rows.map(({ route }) => route);
    expect(Object.keys(samples).filter((route) => !routes.includes(route))).toEqual([]);
  });

  it.each(rows)('has a request that $route answers $success', async (row) => {
    const { status } = await matrix.askInOrg(row, matrix.app.personToken());
    expect(status).toBe(row.success);
  });
});
