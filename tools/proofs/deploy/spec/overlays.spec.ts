import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestsOf } from './support/kubernetes/manifest-rule';
import { documentedDefaults, readManifests, workspace } from './support/kubernetes/manifests';
import { addedBy, type Overlay, overlayProblems, overlays } from './support/kubernetes/patches';

const documentation = readFileSync(join(workspace, 'docs/deployment.md'), 'utf8');
const objects = readManifests();
const { workloads, addresses } = manifestsOf(objects);
const all = [...objects, ...overlays.flatMap(({ folder }) => addedBy(folder))];

function named(folder: string): Overlay {
  const overlay = overlays.find((each) => each.folder === folder);
  if (!overlay) throw new Error(`${folder} does not exist`);
  return overlay;
}

describe('the components and the example overlay', () => {
  it.each(overlays)('$folder changes what exists', (overlay) => {
    expect(overlayProblems(overlay, all)).toEqual([]);
  });

  it('are documented', () => {
    const components = overlays.filter(
      ({ kind, folder }) => kind === 'Component' && folder.startsWith('components/'),
    );
    expect(components.length).toBeGreaterThan(4);
    for (const { folder } of components)
      expect(documentation).toContain(`\`${folder.slice('components/'.length)}\``);
  });

  it('replace every image', () => {
    const replaced = named('example/site').images.map(({ name }) => name);
    const used = workloads.map(({ container }) => container.image.replace(/:[^:/]*$/, ''));
    expect(replaced.toSorted()).toEqual([...new Set(used)].toSorted());
  });

  it('replace every address, and the host of every ingress § V3.5.4', () => {
    const { patches } = named('example/services');
    const paths = (kind: string): string[] =>
      patches.flatMap(({ target, patch }) => (target.kind === kind ? patch.map(({ path }) => path) : []));
    expect(paths('ConfigMap').toSorted()).toEqual(
      Object.keys(addresses)
        .map((key) => `/data/${key}`)
        .toSorted(),
    );
    const ingresses = objects.filter(({ kind }) => kind === 'Ingress').length;
    for (const path of ['/spec/ingressClassName', '/spec/rules/0/host', '/spec/tls/0/hosts/0'])
      expect(paths('Ingress').filter((each) => each === path)).toHaveLength(ingresses);
  });

  it('detect a patch without a target, a path that does not exist, and a folder that does not exist', () => {
    const site = named('example/site');
    const [patch] = site.patches;
    if (!patch) throw new Error('The example patches nothing');
    const broken: Overlay = {
      ...site,
      components: ['../../components/private-cas'],
      patches: [
        { ...patch, target: { kind: 'DaemonSet', name: '.*' } },
        { target: { kind: 'Job', name: '.*' }, patch: [{ op: 'replace', path: '/spec/replicas', value: 1 }] },
      ],
    };
    expect(overlayProblems(broken, objects)).toEqual([
      'components/private-cas is no kustomization',
      'DaemonSet .* does not exist',
      'Job .*: migrate-surfaces has no /spec/replicas',
      'Job .*: migrate-identity-provider has no /spec/replicas',
    ]);
  });
});

describe('the documented check for defaults', () => {
  it('finds each kind of default in the manifests', () => {
    const found = new Set(JSON.stringify(objects).match(documentedDefaults));
    expect([...found].toSorted()).toEqual(['192.0.2.', 'example.org', 'registry.invalid', 'to be set']);
  });
});

describe('the documented profiles', () => {
  const requests = (name: 'cpu' | 'memory'): number[] =>
    manifestsOf(objects).deployments.map(({ container }) => {
      const { resources } = container as { resources?: { requests?: Record<string, string> } };
      return Number.parseInt(resources?.requests?.[name] ?? '', 10);
    });
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  const small = named('components/small').patches.map(({ target, patch }) => [
    target.kind,
    ...patch.map(({ value }) => value),
  ]);

  it('add up', () => {
    const [cpu, memory] = [sum(requests('cpu')) / 1000, sum(requests('memory')) / 1024];
    expect(small).toEqual([
      ['HorizontalPodAutoscaler', 1, 2],
      ['ScaledObject', 1, 2],
      ['Deployment', '100m'],
      ['PersistentVolumeClaim', ['ReadWriteOnce']],
    ]);
    const programs = requests('cpu').length;
    const row = (...cells: readonly string[]): RegExp =>
      new RegExp(cells.join(' *\\| *').replaceAll('.', '\\.'));
    const span = (low: number, high: number, unit = ''): string => `${round(low)} to ${round(high)}${unit}`;
    expect(documentation).toMatch(
      row(
        'as in the folders',
        span(2 * programs, 4 * programs),
        span(2 * cpu, 4 * cpu),
        span(2 * memory, 4 * memory, ' GiB'),
      ),
    );
    expect(documentation).toMatch(
      row(
        '`small`',
        span(programs, 2 * programs),
        span(0.1 * programs, 0.2 * programs),
        span(memory, 2 * memory, ' GiB'),
      ),
    );
  });

  function round(value: number): string {
    return String(Math.round(value * 100) / 100);
  }
});
