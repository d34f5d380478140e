// Allowed imports between projects (docs/architecture.md), as rules of dependency-cruiser.

import { projects } from '../projects.mjs';

/** The types that a type may import. None lists `type:tool`, so no project imports a tool. */
const foundations = {
  'type:domain': ['type:domain'],
  'type:foundation': [],
  'type:adapter': ['type:domain', 'type:foundation', 'type:database'],
  'type:database': ['type:domain', 'type:foundation'],
  'type:client': [],
  'type:edge': ['type:domain', 'type:foundation', 'type:edge'],
  'type:app': ['type:domain', 'type:foundation', 'type:database', 'type:adapter', 'type:edge', 'type:client'],
  'type:testing': ['type:domain', 'type:foundation', 'type:database', 'type:adapter'],
};
const surfaces = {
  'scope:shared': ['scope:shared'],
  'scope:public': ['scope:public', 'scope:shared'],
  // By the table above only its apps, whose console uses the API through the typed client.
  'scope:platform': ['scope:platform', 'scope:client', 'scope:shared'],
  'scope:identity': ['scope:identity', 'scope:shared'],
  'scope:client': ['scope:client', 'scope:shared'],
  'scope:witness': ['scope:witness', 'scope:shared'],
};
/** Pure computation, without I/O. */
const purePackages = [
  'zod',
  'ipaddr.js',
  'libphonenumber-js',
  'tldts',
  'email-providers',
  'jose',
  '@cantoo/pdf-lib',
  '@noble/hashes',
];
const packages = ['npm', 'npm-dev', 'npm-optional', 'npm-peer'];

const anyProject = '^(?:apps|libs|tools)/';
const test = String.raw`[.](?:spec|e2e)[.]ts$|^apps/[^/]+/(?:e2e|spec)/|^libs/(?:[^/]+/spec|testing)/`;
/** Programs and settings of apps, the walkers of the development stack, the load of the deployment's tests, Keycloak's server: tools import them by path. */
const reachableByPath =
  '^(?:apps/|tools/dev-stack/src/|tools/proofs/deploy/spec/support/|tools/keycloak/keycloak-server[.])';

/** TypeScript files of projects. The first group is the root of the project. */
const filesOf = (roots) => `^(${roots.join('|')})/.*[.]ts$`;
const inProjects = (roots) => `^(?:${roots.join('|')})/`;
const sameProject = '^$1/';

const rule = (name, from, to) => ({ name, severity: 'error', from, to });

const tagged = (...tags) =>
  projects.filter((project) => tags.some((tag) => project.tags.includes(tag))).map(({ root }) => root);
const refuse = ([tag, allowed], { name, from = {}, further = [] }) =>
  rule(
    name,
    { path: filesOf(tagged(tag)), ...from },
    { path: anyProject, pathNot: [sameProject, inProjects(tagged(...allowed, ...further))] },
  );
const inPackages = (names) =>
  `node_modules/(?:@types/)?(?:${names.map((name) => name.replaceAll('.', '[.]')).join('|')})/`;
const domains = { path: filesOf(tagged('type:domain')) };

/** Every project has one tag of each kind, and may import what the tables list. */
export const boundaries = [
  ...Object.entries(foundations).flatMap((entry) => [
    refuse(entry, { name: 'no-import-of-this-type', from: { pathNot: test } }),
    // Specs and e2e files of any project may also use the testing library.
    refuse(entry, { name: 'no-import-of-this-type', further: ['type:testing'] }),
  ]),
  ...Object.entries(surfaces).map((entry) => refuse(entry, { name: 'no-import-of-this-scope' })),
  rule(
    'no-file-outside-a-project',
    {
      path: `${anyProject}.*[.]ts$`,
      pathNot: inProjects(tagged(...Object.keys(foundations), 'type:tool')),
    },
    {},
  ),
  rule(
    'no-path-into-a-project',
    { path: filesOf(tagged(...Object.keys(foundations))) },
    { path: anyProject, pathNot: sameProject, dependencyTypesNot: ['aliased'] },
  ),
  rule(
    'no-path-into-a-project',
    { path: filesOf(tagged('type:tool')) },
    { path: anyProject, pathNot: [sameProject, reachableByPath], dependencyTypesNot: ['aliased'] },
  ),
  rule(
    'no-undeclared-package',
    { path: `${anyProject}.*[.]ts$` },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
  ),
  rule(
    'no-impure-package',
    { ...domains, pathNot: test },
    { dependencyTypes: packages, pathNot: inPackages(purePackages) },
  ),
  rule('no-impure-package', domains, {
    dependencyTypes: packages,
    pathNot: inPackages([...purePackages, 'fast-check']),
  }),
];
