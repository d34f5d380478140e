import { type PlantedProject, PlantedWorkspace } from '../spec/planted-workspace';

// A second copy of the table in docs/architecture.md: the rules must agree with it.
const types = ['domain', 'foundation', 'adapter', 'database', 'client', 'edge', 'app', 'testing', 'tool'];
const mayImport: Record<string, readonly string[]> = {
  domain: ['domain'],
  foundation: [],
  adapter: ['domain', 'foundation', 'database'],
  database: ['domain', 'foundation'],
  client: [],
  edge: ['domain', 'foundation', 'edge'],
  app: ['domain', 'foundation', 'database', 'adapter', 'edge', 'client'],
  testing: ['domain', 'foundation', 'database', 'adapter'],
  tool: types,
};
const scopeMayImport: Record<string, readonly string[]> = {
  shared: ['shared'],
  public: ['public', 'shared'],
  platform: ['platform', 'client', 'shared'],
  identity: ['identity', 'shared'],
  client: ['client', 'shared'],
  tools: ['public', 'platform', 'identity', 'client', 'shared', 'tools'],
};
const scopes = Object.keys(scopeMayImport);

function scopeOf(type: string): string {
  return type === 'tool' ? 'tools' : 'shared';
}

// Importers are not imported, and imported projects import none: a cycle is refused for another reason.
const projects: PlantedProject[] = [
  ...types.flatMap((type) =>
    ['from', 'to'].map((side) => ({
      root: `libs/${side}-${type}`,
      tags: [`scope:${scopeOf(type)}`, `type:${type}`],
    })),
  ),
  ...scopes.map((scope) => ({
    root: `libs/from-${scope}-scope`,
    tags: [`scope:${scope}`, `type:${scope === 'tools' ? 'tool' : 'app'}`],
  })),
  ...scopes.map((scope) => ({ root: `libs/to-${scope}-scope`, tags: [`scope:${scope}`, 'type:domain'] })),
  { root: 'libs/from-untagged', tags: [] },
];

function importing(specifier: string): string {
  return `import { value } from '${specifier}';\n\nexport const used = value;\n`;
}

const files: Record<string, string> = {
  'libs/from-app/src/relative.ts': importing('../../to-domain/src/index'),
  'libs/from-untagged/src/to-domain.ts': importing('@governance/to-domain'),
  'libs/from-app/src/dynamic.ts': `export const used = import('@governance/to-public-scope');\n`,
  'libs/from-app/src/again.ts': `export { value } from '@governance/to-tool';\n`,
  'libs/from-app/src/type.ts': `import { type value } from '@governance/to-tool';\n\nexport type Used = typeof value;\n`,
  'libs/from-app/src/transitive.ts': `import 'semver';\n`,
  'libs/from-app/src/missing.ts': `import '@nestjs/event-emitter';\n`,
  'libs/from-domain/src/zod.ts': `import 'zod';\n`,
  'libs/from-domain/src/nest.ts': `import '@nestjs/common';\n`,
  'libs/from-domain/src/typeorm.ts': `import 'typeorm';\n`,
  'libs/from-domain/src/fast-check.ts': `import 'fast-check';\n`,
  'libs/from-domain/src/fast-check.spec.ts': `import 'fast-check';\n`,
  'libs/from-tool/src/program.ts': importing('../../to-domain/src/index'),
};
for (const from of types) {
  for (const to of types) {
    files[`libs/from-${from}/src/to-${to}.ts`] = importing(`@governance/to-${to}`);
    files[`libs/from-${from}/src/to-${to}.spec.ts`] = importing(`@governance/to-${to}`);
  }
}
for (const from of scopes) {
  for (const to of scopes) {
    files[`libs/from-${from}-scope/src/to-${to}.ts`] = importing(`@governance/to-${to}-scope`);
  }
}

describe('import boundaries', () => {
  let workspace: PlantedWorkspace;
  let broken: ReadonlyMap<string, readonly string[]>;
  beforeAll(() => {
    workspace = new PlantedWorkspace(projects, files);
    broken = workspace.checkImports();
  });
  afterAll(() => {
    workspace.remove();
  });

  function expectRules(path: string, allowed: boolean, rule: string): void {
    if (allowed) expect(broken.get(path)).toBeUndefined();
    else expect(broken.get(path)).toContain(rule);
  }

  const pairs = types.flatMap((from) =>
    types.map((to) => ({ from, to, allowed: mayImport[from]?.includes(to) === true })),
  );

  it.each(pairs)('$from imports $to: $allowed', ({ from, to, allowed }) => {
    expectRules(`libs/from-${from}/src/to-${to}.ts`, allowed, 'no-import-of-this-type');
  });

  it.each(pairs)('a spec of $from imports $to: $allowed, or the testing library', ({ from, to, allowed }) => {
    expectRules(
      `libs/from-${from}/src/to-${to}.spec.ts`,
      allowed || to === 'testing',
      'no-import-of-this-type',
    );
  });

  const surfaces = scopes.flatMap((from) =>
    scopes.map((to) => ({ from, to, allowed: scopeMayImport[from]?.includes(to) === true })),
  );

  it.each(surfaces)('scope $from imports scope $to: $allowed', ({ from, to, allowed }) => {
    expectRules(`libs/from-${from}-scope/src/to-${to}.ts`, allowed, 'no-import-of-this-scope');
  });

  it('refuses a project without tags', () => {
    expectRules('libs/from-untagged/src/to-domain.ts', false, 'no-file-outside-a-project');
  });

  it.each([
    ['a relative path into another project', 'from-app/src/relative', 'no-path-into-a-project'],
    ['a relative path of a tool into a library', 'from-tool/src/program', 'no-path-into-a-project'],
    ['a re-exported forbidden import', 'from-app/src/again', 'no-import-of-this-type'],
    ['a forbidden import of a type', 'from-app/src/type', 'no-import-of-this-type'],
    ['a forbidden import at run time', 'from-app/src/dynamic', 'no-import-of-this-scope'],
    ['a package that package.json does not name', 'from-app/src/transitive', 'no-undeclared-package'],
    ['a package that is not installed', 'from-app/src/missing', 'no-undeclared-package'],
    ['Nest in a domain library', 'from-domain/src/nest', 'no-impure-package'],
    ['TypeORM in a domain library', 'from-domain/src/typeorm', 'no-impure-package'],
    ['fast-check in a domain library', 'from-domain/src/fast-check', 'no-impure-package'],
  ])('refuses %s § V1.3.2', (_what, file, rule) => {
    expectRules(`libs/${file}.ts`, false, rule);
  });

  it.each(['zod.ts', 'fast-check.spec.ts'])('allows a pure package in a domain library: %s', (file) => {
    expectRules(`libs/from-domain/src/${file}`, true, '');
  });
});
