// Allowed imports between projects (docs/architecture.md), as options of @nx/enforce-module-boundaries.

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
};
const tools = ['type:tool', 'scope:tools'];

/** Pure computation, without I/O. */
const purePackages = [
  'zod',
  'ipaddr.js',
  'libphonenumber-js/*',
  'tldts',
  'email-providers/*',
  'jose',
  '@cantoo/pdf-lib',
];

/** Every project has one tag of each kind. There is no constraint for `*`: a project without tags cannot import. */
export const tags = {
  type: [...Object.keys(foundations), 'type:tool'],
  scope: [...Object.keys(surfaces), 'scope:tools'],
};

export const productionBoundaries = boundaries({});
/** Specs and e2e files of any project may also use the testing library, and a domain's may use `fast-check`. */
export const testBoundaries = boundaries({ types: ['type:testing'], packages: ['fast-check'] });
/**
 * Tools may import anything, including programs and settings of apps, the walkers of the development stack and the load of the
 * deployment's tests, which are reachable only by path.
 */
export const toolBoundaries = boundaries({
  types: ['type:testing'],
  allow: [String.raw`^(\.\./)+(apps|dev-stack/src|deploy/spec/support)/`],
});

function boundaries({ types = [], packages = [], allow = [] }) {
  const constraint = ([sourceTag, onlyDependOnLibsWithTags]) => ({ sourceTag, onlyDependOnLibsWithTags });
  return {
    allow,
    enforceBuildableLibDependency: false,
    banTransitiveDependencies: true,
    // The testing library imports projects whose specs import it.
    ignoredCircularDependencies: [['testing', '*']],
    depConstraints: [
      ...Object.entries(foundations).map(([type, allowed]) => constraint([type, [...allowed, ...types]])),
      ...Object.entries(surfaces).map(constraint),
      ...tools.map((tool) => constraint([tool, ['*']])),
      { sourceTag: 'type:domain', allowedExternalImports: [...purePackages, ...packages] },
    ],
  };
}
