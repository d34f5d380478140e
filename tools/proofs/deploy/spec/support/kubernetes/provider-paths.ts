import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from './manifests';

const source = join(workspace, 'apps/identity-provider/src');

/** The first path segments of the identity provider's public routes, read from its code: all except its management API. */
export function providerPaths(): readonly string[] {
  const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(source, file), 'utf8'));
  const routes = /(?:server\.(?:get|post|put|patch|delete|use)\(\s*|assetsRoot = )['`](\/[^/'`]+)/g;
  return [...new Set(texts.flatMap((text) => [...text.matchAll(routes)].map(([, path = '']) => path)))];
}
