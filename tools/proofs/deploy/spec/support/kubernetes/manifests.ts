import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  [member: string]: unknown;
}

export const workspace = join(__dirname, '../../../../../..');
const root = join(workspace, 'docker/kubernetes');

/** The pattern of the documented check for defaults. */
export const documentedDefaults = new RegExp(
  /grep -nE '([^']+)'/.exec(readFileSync(join(workspace, 'docs/deployment.md'), 'utf8'))?.[1] ??
    'undocumented',
  'g',
);

/** Folders that are applied as a whole. */
export const manifestFolders: readonly string[] = readdirSync(root).filter((folder) =>
  existsSync(join(root, folder, 'kustomization.yaml')),
);

/** Applied and unapplied files of a folder. */
export function filesOf(folder: string): { readonly applied: readonly string[]; readonly present: string[] } {
  const { resources } = parse(readFileSync(join(root, folder, 'kustomization.yaml'), 'utf8')) as {
    resources: string[];
  };
  const present = readdirSync(join(root, folder)).filter((name) => name !== 'kustomization.yaml');
  return { applied: resources, present };
}

/** The objects as written: kustomizations add only a namespace and a label, which no rule checks. */
export function readManifests(): KubernetesObject[] {
  return manifestFolders.flatMap((folder) =>
    filesOf(folder).applied.flatMap((file) => parseObjects(readFileSync(join(root, folder, file), 'utf8'))),
  );
}

/** Kubernetes reads YAML 1.1, where 0440 is an octal number. */
export function parseObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text, { version: '1.1' }).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS() as KubernetesObject;
  });
}
