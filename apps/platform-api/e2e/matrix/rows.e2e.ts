import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consoleRoutes } from './support/console-routes';
import { type Matrix, startMatrix } from './support/matrix';
import { rows } from './support/rows';

interface PolicyRow {
  readonly method: string;
  readonly path: string;
  readonly access: { readonly kind: string; readonly permission?: string; readonly peopleOnly?: true };
  readonly operation?: string;
}

describe('the matrix', () => {
  let matrix: Matrix;
  beforeAll(async () => {
    matrix = await startMatrix();
  });
  afterAll(() => matrix.app.close());

  it('has a row for every route of the surface, and no other § 1.4i 1.4j', () => {
    const routes = [...rows.map(({ route }) => route), ...consoleRoutes];
    expect(routes.toSorted()).toEqual(matrix.app.routes().toSorted());
  });

  it('agrees with route-policy.json on access, and on the names of writes § 5.2.5b', () => {
    const file = readFileSync(join(__dirname, '../../../../docs/api/route-policy.json'), 'utf8');
    const { platform } = JSON.parse(file) as { platform: readonly PolicyRow[] };
    const policy = platform.map(({ method, path, access: { kind, permission, peopleOnly }, operation }) => ({
      route: `${method} ${path}`,
      access: permission ?? kind,
      peopleOnly,
      operation,
    }));
    const pages = consoleRoutes.map((route) => ({ route, access: 'public' }));
    const ours = rows.map(({ route, access, peopleOnly, operation }) => ({
      route,
      access,
      peopleOnly,
      operation,
    }));
    expect([...ours, ...pages]).toHaveLength(policy.length);
    expect([...ours, ...pages]).toEqual(expect.arrayContaining(policy));
  });

  it.each(rows)('has a request that $route answers $success', async (row) => {
    const { status } = await matrix.askInOrg(row, matrix.app.personToken());
    expect(status).toBe(row.success);
  });
});
