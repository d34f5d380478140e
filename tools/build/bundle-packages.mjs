import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';

/** Packages that are not bundled, with the reason. */
const unbundled = {
  '@css-inline/css-inline': 'native code, with which @nestjs-modules/mailer inlines styles in mails',
  '@fontsource/inter': 'files that are read at run time',
  '@fontsource/source-serif-4': 'files that are read at run time',
  '@simplewebauthn/browser': 'a file that is read at run time',
  'oidc-provider': 'it stores the names of its classes, which bundling changes',
  'swagger-ui-dist': 'files that are read at run time',
};

/** Packages without an `import`, by the file that reads them. */
const readBy = { 'libs/design/src/fonts.ts': ['@fontsource/inter', '@fontsource/source-serif-4'] };

/** No program reaches the code that needs these: options, command lines and a second protocol of packages. */
const absent = [
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'bufferutil',
  'bullmq',
  'chromium-bidi',
  'pg-native',
  'preview-email',
  'proxy-agent',
  'utf-8-validate',
  'yargs',
  'yauzl',
];

const external = [...Object.keys(unbundled), ...absent];

/**
 * A character beyond Latin-1 makes V8 keep the whole text of a program with two bytes a character. esbuild escapes those in
 * strings, but not in the regular expressions of this package, which are for the letters of many languages.
 */
const escapedLetters = {
  name: 'escaped-letters',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules\/validator\/.*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        /[^\0-\x7f]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    }));
  },
};

/** Options of esbuild for programs with their packages in their own file: they start in half the time. */
export const bundledPackages = {
  external,
  // The text of a program stays in memory. Names are kept, and lines short enough for a stack trace to name one.
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: 'external',
  plugins: [escapedLetters],
  // No `keepNames`: it names each function again at every call of its parent, a seventh of the CPU time of a submission.
  // A class that refers to itself is therefore called `_Name`: errors set their `name`, and NestLog cleans contexts.
  sourcesContent: false,
  // Some packages are ES modules that use `import.meta.url`, which CommonJS lacks.
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/** `fdir` loads it by name for file patterns, which we do not use. */
const optionalByName = ['picomatch'];

/**
 * The packages that a bundle needs, from esbuild's metafile.
 * @returns {string[]}
 * @throws for a package that is neither bundled nor listed here.
 */
export function packagesOf({ outputs }) {
  const written = Object.values(outputs);
  const named = written
    .flatMap(({ imports }) => imports.filter((each) => each.external))
    .map(({ path }) => packageOf(path))
    .filter((name) => !isBuiltin(name));
  const unknown = named.filter((name) => ![...external, ...optionalByName].includes(name));
  if (unknown.length > 0)
    throw new Error(`Neither bundled nor in bundle-packages.mjs: ${unknown.join(', ')}`);
  const files = new Set(written.flatMap(({ inputs }) => Object.keys(inputs)));
  const read = Object.entries(readBy).flatMap(([file, packages]) => (files.has(file) ? packages : []));
  return [...new Set([...named.filter((name) => name in unbundled), ...read])].toSorted();
}

/** `@scope/name/file` belongs to `@scope/name`. */
function packageOf(path) {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/');
}
