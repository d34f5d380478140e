import { type PlantedProject, PlantedWorkspace } from '../spec/planted-workspace';

// A second copy of the table in docs/architecture.md: the lint rules must agree with it.
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

// Importers are not imported, and imported projects import none: lint refuses a cycle for another reason.
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
  // This project has no static import there: lint refuses mixing both for another reason.
  'libs/from-app/src/dynamic.ts': `export const used = import('@governance/to-public-scope');\n`,
  'libs/from-app/src/again.ts': `export { value } from '@governance/to-tool';\n`,
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
  let throughNx: ReturnType<PlantedWorkspace['lintThroughNx']>;
  let findings: ReadonlyMap<string, readonly string[]>;
  beforeAll(() => {
    workspace = new PlantedWorkspace(projects, files);
    throughNx = workspace.lintThroughNx('from-domain', 'to-domain');
    findings = workspace.lintAll();
  });
  afterAll(() => {
    workspace.remove();
  });

  function expectLint(path: string, allowed: boolean, reason: string): void {
    expect(findings.get(path)).toEqual(
      allowed ? [] : [expect.stringMatching(`^@nx/enforce-module-boundaries: ${reason}`)],
    );
  }

  const pairs = types.flatMap((from) =>
    types.map((to) => ({ from, to, allowed: mayImport[from]?.includes(to) === true })),
  );

  it.each(pairs)('$from imports $to: $allowed', ({ from, to, allowed }) => {
    expectLint(`libs/from-${from}/src/to-${to}.ts`, allowed, 'A project tagged with');
  });

  it.each(pairs)('a spec of $from imports $to: $allowed, or the testing library', ({ from, to, allowed }) => {
    expectLint(
      `libs/from-${from}/src/to-${to}.spec.ts`,
      allowed || to === 'testing',
      'A project tagged with',
    );
  });

  const surfaces = scopes.flatMap((from) =>
    scopes.map((to) => ({ from, to, allowed: scopeMayImport[from]?.includes(to) === true })),
  );

  it.each(surfaces)('scope $from imports scope $to: $allowed', ({ from, to, allowed }) => {
    expectLint(`libs/from-${from}-scope/src/to-${to}.ts`, allowed, 'A project tagged with "scope:');
  });

  it('refuses a project without tags', () => {
    expectLint('libs/from-untagged/src/to-domain.ts', false, 'A project without tags');
  });

  it('refuses a relative path into another project', () => {
    expectLint('libs/from-app/src/relative.ts', false, 'Projects cannot be imported by a relative');
  });

  it('refuses a re-exported forbidden import', () => {
    expectLint('libs/from-app/src/again.ts', false, 'A project tagged with "type:app"');
  });

  it('refuses a forbidden import at run time', () => {
    expectLint('libs/from-app/src/dynamic.ts', false, 'A project tagged with "scope:shared"');
  });

  it('fails through Nx exactly for the project that breaks a rule', () => {
    expect(throughNx.code).toBe(1);
    expect(throughNx.errors).toContain('- from-domain:lint');
    expect(throughNx.errors).not.toContain('- to-domain:lint');
    expect(throughNx.output).toContain('@nx/enforce-module-boundaries');
  });
});
