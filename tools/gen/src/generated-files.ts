import { describeApi, previewHttpApp } from '@governance/http';
import { type OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { envExample } from './env-example';
import { type PolicyRow, routePolicy } from './route-policy';
import { coveragePage, type CoverageSection } from './specification-coverage';
import { surfaces, type SurfaceSources } from './surfaces';

/** The generated description of one surface. */
export interface DescribedSurface {
  readonly document: OpenAPIObject;
  readonly policy: readonly PolicyRow[];
}

export async function describeSurface({
  module,
  surface,
  publicRoutes = [],
}: SurfaceSources): Promise<DescribedSurface> {
  const app = await previewHttpApp(module);
  const document = describeApi(app, surface);
  return { document, policy: routePolicy(app, document, publicRoutes) };
}

/** Every generated file, by its path in the workspace. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const policies: Record<string, readonly PolicyRow[]> = {};
  for (const sources of surfaces) {
    const { name } = sources.surface;
    const { document, policy } = await describeSurface(sources);
    policies[name] = policy;
    files.set(`docs/api/${name}.openapi.json`, await json(document));
    files.set(`${sources.folder}/.env.example`, envExample(sources.programs));
  }
  const promises = readFileSync('docs/specification-coverage.json', 'utf8');
  files.set('docs/specification-coverage.md', coveragePage(JSON.parse(promises) as CoverageSection[]));
  return files.set('docs/api/route-policy.json', await json(policies));
}

/** Formatted with Prettier, so that its check passes too. */
async function json(value: unknown): Promise<string> {
  return format(JSON.stringify(value, null, 2), { ...(await resolveConfig('package.json')), parser: 'json' });
}
