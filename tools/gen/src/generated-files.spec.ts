import { Public, RequirePermission, StepUp } from '@governance/auth-guards';
import { describeApi, OpenApiModule, previewHttpApp, publicSurface } from '@governance/http';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type DescribedSurface, describeSurface, generatedFiles } from './generated-files';
import { type PolicyRow, routePolicy } from './route-policy';
import { surfaces } from './surfaces';

const workspace = join(__dirname, '../../..');

describe('the generated files', () => {
  it('are committed as generated from the code: if not, run `npm run gen`', async () => {
    for (const [path, content] of await generatedFiles()) {
      expect({ path, content: readFileSync(join(workspace, path), 'utf8') }).toEqual({ path, content });
    }
  });

  it('do not depend on earlier generated files', async () => {
    expect([...(await generatedFiles())]).toEqual([...(await generatedFiles())]);
  });
});

describe.each(surfaces)('the documentation of $folder', (sources) => {
  let described: DescribedSurface;
  beforeAll(async () => {
    described = await describeSurface(sources);
  });

  it('is an OpenAPI 3.1 document', () => {
    expect(described.document.openapi).toMatch(/^3\.1\.\d$/);
    expect(JSON.stringify(described.document)).not.toContain('"nullable"');
  });

  it('describes tuples by prefixItems, never by a list in items', () => {
    const items = valuesOf(described.document, 'items');
    expect(items.length).toBeGreaterThan(0);
    expect(items.filter((value) => Array.isArray(value))).toEqual([]);
  });

  it('closes request objects only if the surface refuses unknown members § V8.1.2', () => {
    const bodies = valuesOf(described.document.paths, 'requestBody');
    const names = bodies
      .flatMap((body) => valuesOf(body, '$ref'))
      .map((ref) => String(ref).split('/').at(-1));
    expect(names.length).toBeGreaterThan(0);
    const open = names.filter((name) => {
      const schema = described.document.components?.schemas?.[name ?? ''] ?? {};
      return !('additionalProperties' in schema) || schema.additionalProperties !== false;
    });
    expect(open).toEqual(sources.surface.unknownMembers === 'refuse' ? [] : names);
  });

  it('has every status that has tests', () => {
    const tested = globSync('e2e/*/[0-9][0-9][0-9].e2e.ts', { cwd: join(workspace, sources.folder) });
    const undocumented = tested.filter((file) => {
      const status = Number(basename(file, '.e2e.ts'));
      return !isDocumented(described.policy, { folder: basename(dirname(file)), status });
    });
    expect(tested.length).toBeGreaterThan(0);
    expect(undocumented).toEqual([]);
  });
});

/** Every value under this name, at any depth. */
function valuesOf(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => [
    ...(key === name ? [inner] : []),
    ...valuesOf(inner, name),
  ]);
}

/** Common to many paths, and covered by the surface's description or the route's access. */
const commonFolders = ['unknown', 'access'];

function isDocumented(
  policy: readonly PolicyRow[],
  { folder, status }: { folder: string; status: number },
): boolean {
  return (
    commonFolders.includes(folder) ||
    policy.some((row) => foldersOf(row).includes(folder) && row.statuses.includes(status))
  );
}

/**
 * The test folders of a route: the folder of its path, `survey-results-verify` for `/api/survey-results/{id}/verify`, or,
 * if several methods share the path, the folder of its operation: a `GET` lists, or gets one.
 */
function foldersOf({ method, path, operation }: PolicyRow): string[] {
  const words = path.replace(/^\/(?:api|self|iam|\.well-known)\//, '/').replaceAll(/\{\w+\}|\.json/g, '');
  const folder = words.split('/').filter(Boolean).join('-');
  const own = path.startsWith('/self/') ? [`self-${folder}`] : [];
  return [
    folder,
    ...own,
    ...(method === 'GET' ? [path.endsWith('}') ? `${folder}-get` : `${folder}-list`] : []),
    ...(operation === undefined ? [] : [operation.replace(':', '-')]),
  ];
}

describe('the route policy', () => {
  @Public()
  @Controller('open')
  class OpenController {
    @Get()
    read(): string {
      return '';
    }
  }

  @Controller('gated')
  class GatedController {
    @Post()
    @RequirePermission('m2m:credentials:write')
    @StepUp('m2m-credentials:create')
    write(): string {
      return '';
    }
  }

  @Controller('forgotten')
  class ForgottenController {
    @Get(':id')
    read(): string {
      return '';
    }
  }

  async function policyOf(...controllers: (new () => object)[]): Promise<readonly PolicyRow[]> {
    @Module({
      imports: [OpenApiModule.forRoot({ title: 'x', description: 'x', version: '1', server: '/', tags: [] })],
      controllers,
    })
    class ExampleModule {}
    const app = await previewHttpApp(ExampleModule);
    return routePolicy(app, { document: describeApi(app, publicSurface) });
  }

  it('has every served route, with its access and statuses § V8.1.1', async () => {
    const policy = await policyOf(OpenController);
    expect(policy).toContainEqual({
      method: 'GET',
      path: '/open',
      access: { kind: 'public' },
      statuses: [200, 503],
    });
    expect(policy.map(({ path }) => path)).toEqual(['/docs', '/docs/{name}', '/open', '/openapi.json']);
  });

  it('has the name under which a write is gated', async () => {
    expect(await policyOf(GatedController)).toContainEqual(
      expect.objectContaining({
        path: '/gated',
        access: { kind: 'permission', permission: 'm2m:credentials:write', inOrganization: true },
        operation: 'm2m-credentials:create',
        stepUp: [{ gate: 'm2m-credentials:create', gives: 'credential', byDefault: true }],
      }),
    );
  });

  it('fails if a route declares no access', async () => {
    await expect(policyOf(OpenController, ForgottenController)).rejects.toThrow(
      'GET /forgotten/{id} declares no access',
    );
  });
});
