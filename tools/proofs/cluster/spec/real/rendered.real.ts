import { join } from 'node:path';
import { manifestsOf } from '../../../deploy/spec/support/kubernetes/manifest-rule';
import { manifestRules } from '../../../deploy/spec/support/kubernetes/manifest-rules';
import {
  documentedDefaults,
  type KubernetesObject,
  manifestFolders,
  parseObjects,
  readManifests,
} from '../../../deploy/spec/support/kubernetes/manifests';
import { schemaProblems } from '../../../deploy/spec/support/kubernetes/schema-problems';
import { kubectl, manifests } from './kubectl';

function rendered(folder: string): string {
  const { code, stdout, stderr } = kubectl('kustomize', join(manifests, folder));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

function namesOf(objects: readonly KubernetesObject[]): string[] {
  return objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
}

describe('the manifests as rendered for the cluster', () => {
  let objects: KubernetesObject[];
  beforeAll(() => {
    objects = manifestFolders.flatMap((folder) => parseObjects(rendered(folder)));
  });

  it.each(Object.entries(manifestRules))('%s', (_guarantee, rule) => {
    expect(rule(manifestsOf(objects))).toEqual([]);
  });

  it('are in one namespace, without duplicates', () => {
    const names = namesOf(objects);
    expect(new Set(names).size).toBe(names.length);
    expect(names.toSorted()).toEqual(namesOf(readManifests()).toSorted());
    const outside = objects.filter(({ metadata }) => metadata.namespace !== 'governance');
    expect(namesOf(outside)).toEqual(['Namespace governance']);
  });
});

describe('the example as rendered for the cluster', () => {
  it.each(['example/services', 'example/migration'])(
    '%s has no default but example.com, and is valid',
    (folder) => {
      const text = rendered(folder);
      expect([...new Set(text.match(documentedDefaults))]).toEqual(['example.com']);
      expect(parseObjects(text).flatMap(schemaProblems)).toEqual([]);
    },
  );

  it('example/database has no default but example.com', () => {
    expect([...new Set(rendered('example/database').match(documentedDefaults))]).toEqual(['example.com']);
  });

  it('trusts the private authority in every program but the browser, which connects to nothing', () => {
    const objects = ['services', 'migration'].flatMap((name) => parseObjects(rendered(`example/${name}`)));
    const pods = objects.filter(({ kind }) => ['Deployment', 'Job'].includes(kind));
    expect(pods).toHaveLength(manifestsOf(readManifests()).workloads.length);
    for (const pod of pods) {
      const text = JSON.stringify(pod);
      const trusts = text.includes('{"name":"NODE_EXTRA_CA_CERTS","value":"/run/private-ca/ca.crt"}');
      expect([pod.metadata.name, trusts]).toEqual([
        pod.metadata.name,
        pod.metadata.name !== 'public-browser',
      ]);
      expect(text).toContain('"imagePullSecrets":[{"name":"registry"}]');
    }
  });
});
