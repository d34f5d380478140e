import { isBuiltin } from 'node:module';

/** What stays a package, and why. Everything else is bundled. */
const kept = {
  '@css-inline/css-inline':
    'native code, with which @nestjs-modules/mailer puts styles into the markup of mails',
  '@fontsource/inter': 'files that are read at run time',
  '@fontsource/source-serif-4': 'files that are read at run time',
  'swagger-ui-dist': 'files that are read at run time',
};

/** Packages that no `import` names, by the file of ours that reads them. */
const readBy = { 'libs/design/src/fonts.ts': ['@fontsource/inter', '@fontsource/source-serif-4'] };

/** What packages ask for and do without: none of our programs gets to the code that would need it. */
const absent = [
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'bufferutil',
  'bullmq',
  'pg-native',
  'preview-email',
  'proxy-agent',
  'utf-8-validate',
  'yauzl',
];

export const external = [...Object.keys(kept), ...absent];

/** What `fdir` looks for by name, to match patterns of files, which nobody here has. */
const lookedFor = ['picomatch'];

/**
 * The packages that a bundle needs beside it, from esbuild's account of what it has put in.
 * @throws for a package that is neither bundled nor known here: somebody has to decide.
 */
export function packagesOf({ outputs }) {
  const written = Object.values(outputs);
  const named = written
    .flatMap(({ imports }) => imports.filter((each) => each.external))
    .map(({ path }) => packageOf(path))
    .filter((name) => !isBuiltin(name));
  const unknown = named.filter((name) => ![...external, ...lookedFor].includes(name));
  if (unknown.length > 0)
    throw new Error(`Neither bundled nor in bundle-packages.mjs: ${unknown.join(', ')}`);
  const files = new Set(written.flatMap(({ inputs }) => Object.keys(inputs)));
  const read = Object.entries(readBy).flatMap(([file, packages]) => (files.has(file) ? packages : []));
  return [...new Set([...named.filter((name) => name in kept), ...read])].toSorted();
}

/** `@scope/name/file` belongs to `@scope/name`. */
function packageOf(path) {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/');
}
