// Part of `npm run lint`: the glossary and the length of sentences, in documents, templates, API descriptions and code.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { proseProblems } from './lint/prose.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ignored = [
  '**/node_modules/**',
  'CHANGELOG.md',
  // Generated.
  'docs/specification-coverage.md',
  'docs/performance.md',
  'docs/performance-figures.md',
  // Never changed once they are on main.
  '**/migrations/*.ts',
  // The words of issued certificates, which verifiers compare.
  'libs/certificate-verifier/src/page-layouts.ts',
  // They contain the terms that they check for.
  'tools/build/lint/prose.mjs',
  'tools/build/lint/prose.spec.ts',
];
const kinds = {
  markdown: '{*,docs/**/*,docker/**/*,libs/*/*}.md',
  html: '{apps,libs,tools}/**/*.hbs',
  code: '{apps,libs,tools}/**/*.{ts,mjs}',
};

process.chdir(root);
const problems = [];
for (const [kind, pattern] of Object.entries(kinds)) {
  for (const path of globSync(pattern, { exclude: ignored })) {
    problems.push(...(await proseProblems({ path, text: readFileSync(path, 'utf8'), kind })));
  }
}
for (const path of globSync('docs/api/*.openapi.json')) {
  for (const text of descriptionsOf(JSON.parse(readFileSync(path, 'utf8')))) {
    problems.push(...(await proseProblems({ path, text, kind: 'markdown' })));
  }
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} problems of prose. CONTRIBUTING.md says how this project writes.`);
  process.exitCode = 1;
}

/** Every description and summary of an OpenAPI document. */
function descriptionsOf(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    ['description', 'summary'].includes(name) && typeof member === 'string'
      ? [member]
      : descriptionsOf(member),
  );
}
