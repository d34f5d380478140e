import { type PlantedProject, PlantedWorkspace } from '../spec/planted-workspace';

const projects: readonly PlantedProject[] = [
  ...['one', 'two', 'three', 'four'].map((name) => ({
    root: `libs/${name}`,
    tags: ['scope:shared', 'type:domain'],
  })),
  { root: 'apps/identity-provider', tags: ['scope:identity', 'type:app'] },
];

const provider = 'apps/identity-provider/src';
const imports = (from: string, to: string): Record<string, string> => ({
  [`${provider}/${to}.ts`]: 'export const to = 1;\n',
  [`${provider}/${from}.ts`]: `import { to } from '${'../'.repeat(from.split('/').length - 1) || './'}${to}';\nexport const from = to;\n`,
});

const files: Readonly<Record<string, string>> = {
  'libs/one/src/to-three.ts': `export { value } from '@governance/three';\n`,
  'libs/one/src/values/a.ts': `import { b } from './b';\nexport const a = b;\n`,
  'libs/one/src/values/b.ts': `import { a } from './a';\nexport const b = a;\n`,
  'libs/one/src/types/a.ts': `import { type B } from './b';\nexport type A = B;\n`,
  'libs/one/src/types/b.ts': `import { type A } from './a';\nexport type B = A;\n`,
  'libs/two/src/index.ts': `export { d } from '@governance/four';\n`,
  'libs/four/src/index.ts': `import { type C } from '@governance/two';\nexport const d: C = 1;\n`,
  ...imports('sign-in/visit', 'oauth/cookies'),
  ...imports('people/users.store', 'people/passwords.store'),
  ...imports('app.module', 'account/account.routes'),
  ...imports('oauth/interactions', 'sign-in/tries'),
  ...imports('people/people.store', 'device/device-polls.store'),
  ...imports('signing/signing-key', 'config'),
  ...imports('unlisted/new', 'database/housekeeping'),
};

describe('the check of imports', () => {
  let workspace: PlantedWorkspace;
  let broken: ReadonlyMap<string, readonly string[]>;
  beforeAll(() => {
    workspace = new PlantedWorkspace(projects, files);
    broken = workspace.checkImports();
  });
  afterAll(() => {
    workspace.remove();
  });

  it.each([
    'libs/one/src/to-three.ts',
    `${provider}/sign-in/visit.ts`,
    `${provider}/people/users.store.ts`,
    `${provider}/app.module.ts`,
  ])('allows an import in one direction, of a lower folder, and within one: %s', (file) => {
    expect(broken.get(file)).toBeUndefined();
  });

  it.each([
    ['of values within a project', 'libs/one/src/values/a.ts'],
    ['of types within a project', 'libs/one/src/types/a.ts'],
    ['across projects', 'libs/four/src/index.ts'],
  ])('fails on a circle %s', (_what, file) => {
    expect(broken.get(file)).toEqual(['no-circle']);
  });

  it.each(['oauth/interactions', 'people/people.store', 'signing/signing-key'])(
    'fails on an import of the same or a higher layer of the identity provider: %s',
    (file) => {
      expect(broken.get(`${provider}/${file}.ts`)).toEqual(['no-import-from-above']);
    },
  );

  it('fails on a folder of the identity provider without a layer', () => {
    expect(broken.get(`${provider}/unlisted/new.ts`)).toContain('no-folder-without-layer');
  });
});
