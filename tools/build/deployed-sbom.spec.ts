import { join } from 'node:path';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly object[];
}

interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

type DeployedSbom = (sbom: Sbom, of: { readonly lock: object; readonly name: string }) => Sbom;

function component(name: string, licenses?: readonly object[]): Component {
  return { 'bom-ref': `${name}@1.0.0`, name, version: '1.0.0', ...(licenses && { licenses }) };
}

const lock = {
  packages: {
    '': {},
    'node_modules/framework': { version: '1.0.0', license: '(MIT OR Apache-2.0)' },
    'node_modules/pause': { version: '1.0.0' },
    'node_modules/tester': { version: '1.0.0', license: 'MIT', dev: true },
  },
};

const sbom: Sbom = {
  metadata: { component: component('folder') },
  components: [component('framework', [{ license: { id: 'MIT' } }]), component('pause'), component('tester')],
  dependencies: [
    { ref: 'folder@1.0.0', dependsOn: ['framework@1.0.0', 'tester@1.0.0'] },
    { ref: 'framework@1.0.0', dependsOn: ['pause@1.0.0'] },
    { ref: 'pause@1.0.0' },
    { ref: 'tester@1.0.0', dependsOn: ['framework@1.0.0'] },
  ],
};

describe('the list of deployed packages', () => {
  let deployedSbom: DeployedSbom;
  beforeAll(async () => {
    const path = join(__dirname, 'deployed-sbom.mjs');
    ({ deployedSbom } = (await import(path)) as { readonly deployedSbom: DeployedSbom });
  });

  it('has each of them, also one that a development package needs, and no development package', () => {
    const { components, dependencies, metadata } = deployedSbom(sbom, { lock, name: 'product' });
    expect(components.map(({ name }) => name)).toEqual(['framework', 'pause']);
    expect(dependencies).toEqual([
      { ref: 'folder@1.0.0', dependsOn: ['framework@1.0.0'] },
      { ref: 'framework@1.0.0', dependsOn: ['pause@1.0.0'] },
      { ref: 'pause@1.0.0', dependsOn: [] },
    ]);
    expect(metadata.component.name).toBe('product');
  });

  it('names the licences of the lock, and that of a package which states it in its text only', () => {
    const { components } = deployedSbom(sbom, { lock, name: 'product' });
    expect(components.map(({ licenses }) => licenses)).toEqual([
      [{ expression: '(MIT OR Apache-2.0)' }],
      [{ license: { id: 'MIT' } }],
    ]);
  });

  it('is refused when one is missing', () => {
    const less = { ...sbom, components: sbom.components.slice(1) };
    expect(() => deployedSbom(less, { lock, name: 'product' })).toThrow('lacks framework@1.0.0');
  });
});
