// Lets Node load the workspace's TypeScript, in Jest's own process and in its workers.
import { transformSync } from '@swc/core';
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import 'reflect-metadata';

const root = new URL('../../../', import.meta.url);
const swc = { ...JSON.parse(readFileSync(new URL('tools/build/swc.json', root), 'utf8')), swcrc: false };

/** The TypeScript file that a specifier means: a library, or a file without its extension or with that of its output. */
function typeScriptOf(specifier, importer) {
  const [, library] = /^@governance\/([a-z-]+(?:\/spec)?)$/.exec(specifier) ?? [];
  if (library) return new URL(`libs/${library}/src/index.ts`, root);
  if (!specifier.startsWith('.') || !importer?.includes('.ts')) return undefined;
  const path = specifier.replace(/\.js$/, '');
  return [`${path}.ts`, `${path}/index.ts`].map((file) => new URL(file, importer)).find(existsSync);
}

process.setSourceMapsEnabled(true);
registerHooks({
  resolve(specifier, context, next) {
    const url = typeScriptOf(specifier, context.parentURL)?.href;
    return url ? { url, format: 'commonjs', shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    const { pathname } = new URL(url);
    if (!pathname.endsWith('.ts')) return next(url, context);
    const filename = fileURLToPath(new URL(pathname, 'file:'));
    const source = readFileSync(filename, 'utf8');
    const { code } = transformSync(source, { ...swc, filename, module: { type: 'commonjs' } });
    return { format: 'commonjs', source: code, shortCircuit: true };
  },
});
