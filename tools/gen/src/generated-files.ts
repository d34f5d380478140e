import { describeApi, previewHttpApp, type Route, routesOf } from '@governance/http';
import { type OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { publicRoutes } from '../../../apps/identity-provider/src/public-routes';
import { withRequirements } from './assurance-case';
import { clientTypes, idempotentOperations } from './client-types';
import { withErrorTexts } from './errors-page';
import { envExample } from './env-example';
import { namingTests } from './naming-tests';
import { protocolMustsPage, type ProtocolSpecification } from './protocol-musts';
import { type PolicyRow, routePolicy } from './route-policy';
import { requirementsPage, type SecurityChapter } from './security-requirements';
import { coveragePage, type CoverageSection } from './specification-coverage';
import { identity, surfaces, type SurfaceSources, witness } from './surfaces';

/** The generated description of one surface. */
export interface DescribedSurface {
  readonly document: OpenAPIObject;
  readonly policy: readonly PolicyRow[];
  /** Of its controllers. */
  readonly routes: readonly Route[];
}

export async function describeSurface({ module, surface }: SurfaceSources): Promise<DescribedSurface> {
  const app = await previewHttpApp(module);
  const document = describeApi(app, surface);
  return { document, policy: routePolicy(app, { document }), routes: routesOf(app) };
}

/** Every generated file, by its path in the workspace. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const policies: Record<string, readonly PolicyRow[]> = {};
  const documents = new Map<string, OpenAPIObject>();
  const documented: Route[] = [];
  for (const sources of surfaces) {
    const { name } = sources.surface;
    const { document, policy, routes } = await describeSurface(sources);
    if (name !== 'identity') documented.push(...routes);
    policies[name] = policy;
    documents.set(name, document);
    files.set(`docs/api/${name}.openapi.json`, await json(document));
    files.set(`${sources.folder}/.env.example`, envExample(sources.programs));
  }
  policies[identity.surface.name] = routePolicy(await previewHttpApp(identity.module), { publicRoutes });
  for (const { folder, programs } of [identity, witness])
    files.set(`${folder}/.env.example`, envExample(programs));
  await addClientFiles(files, documents);
  const errors = withErrorTexts(readFileSync('docs/errors.md', 'utf8'), documented);
  files.set(
    'docs/errors.md',
    await format(errors, { ...(await resolveConfig('docs/errors.md')), parser: 'markdown' }),
  );
  const tests = namingTests();
  const promises = readFileSync('docs/specification-coverage.json', 'utf8');
  files.set('docs/specification-coverage.md', coveragePage(JSON.parse(promises) as CoverageSection[], tests));
  const chapters = JSON.parse(readFileSync('docs/security/asvs.json', 'utf8')) as SecurityChapter[];
  files.set('docs/security/asvs.md', requirementsPage(chapters, tests));
  const musts = readFileSync('docs/security/openid-musts.json', 'utf8');
  files.set(
    'docs/security/openid-musts.md',
    protocolMustsPage(JSON.parse(musts) as ProtocolSpecification[], tests),
  );
  const rules = await yaml(prometheusRule(readFileSync('docker/observability/rules.yaml', 'utf8')));
  files.set('docker/kubernetes/components/prometheus/prometheus-rule.yaml', rules);
  files.set('docs/security.md', withRequirements(readFileSync('docs/security.md', 'utf8'), chapters, tests));
  return files.set('docs/api/route-policy.json', await json(policies));
}

/** The source of `libs/client` that follows from the documents of the surfaces that it calls. */
async function addClientFiles(
  files: Map<string, string>,
  documents: ReadonlyMap<string, OpenAPIObject>,
): Promise<void> {
  const folder = 'libs/client/src/generated';
  const called = ['public', 'platform'].flatMap((name) => {
    const document = documents.get(name);
    return document ? [{ name, document }] : [];
  });
  for (const { name, document } of called) files.set(`${folder}/${name}-api.ts`, await clientTypes(document));
  const all = called.map(({ document }) => document);
  files.set(`${folder}/idempotent-operations.ts`, await idempotentOperations(all));
}

/** The rules as an object of the Prometheus Operator. */
function prometheusRule(rules: string): string {
  const head = `# Generated from docker/observability/rules.yaml.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: { name: governance, namespace: governance }
spec:
`;
  return head + rules.slice(rules.indexOf('groups:')).replaceAll(/^(?=.)/gm, '  ');
}

async function yaml(text: string): Promise<string> {
  return format(text, { ...(await resolveConfig('docker/compose.yaml')), parser: 'yaml' });
}

/** Formatted with Prettier, so that its check passes too. */
async function json(value: unknown): Promise<string> {
  return format(JSON.stringify(value, null, 2), { ...(await resolveConfig('package.json')), parser: 'json' });
}
