import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { type KubernetesObject, parseObjects, workspace } from './manifests';

const root = join(workspace, 'docker/kubernetes');
const operation = z.strictObject({
  op: z.enum(['add', 'replace', 'remove']),
  path: z.string(),
  value: z.unknown(),
});
/** Removes the objects of its target. */
const deletion = z
  .looseObject({ $patch: z.literal('delete') })
  .transform(() => [{ op: 'remove' as const, path: '', value: undefined }]);
const kustomization = z.strictObject({
  apiVersion: z.string(),
  kind: z.enum(['Component', 'Kustomization']),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })).default([]),
  patches: z
    .array(
      z.strictObject({
        target: z.strictObject({ kind: z.string(), name: z.string().default('.*') }),
        patch: z.string().transform((text) => z.union([z.array(operation), deletion]).parse(parse(text))),
      }),
    )
    .default([]),
});

/** A kustomization of `components` or `example`. */
export interface Overlay extends z.output<typeof kustomization> {
  /** Its folder below docker/kubernetes. */
  readonly folder: string;
}

export const overlays: readonly Overlay[] = ['components', 'example'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => {
    const folder = `${group}/${name}`;
    const text = readFileSync(join(root, folder, 'kustomization.yaml'), 'utf8');
    return { folder, ...kustomization.parse(parse(text)) };
  }),
);

/** References to files that do not exist and to folders without a kustomization, and patches that change nothing: Kustomize reports neither of the latter. */
export function overlayProblems(
  { folder, resources, components, patches }: Overlay,
  objects: readonly KubernetesObject[],
): readonly string[] {
  const missing = [...resources, ...components].filter(
    (path) => !existsSync(join(root, folder, path, path.endsWith('.yaml') ? '' : 'kustomization.yaml')),
  );
  const idle = patches.flatMap(({ target, patch }) => {
    const found = objects.filter((object) => isTarget(object, target));
    const label = `${target.kind} ${target.name}`;
    if (found.length === 0) return [`${label} does not exist`];
    return patch.flatMap(({ op, path }) =>
      found
        .filter((object) => !isPlace(object, path, op))
        .map(({ metadata }) => `${label}: ${metadata.name} has no ${path}`),
    );
  });
  return [
    ...missing.map((path) => `${relative(root, join(root, folder, path))} is no kustomization`),
    ...idle,
  ];
}

/** The objects that a component adds, as written. */
export function addedBy(folder: string): KubernetesObject[] {
  const { resources = [] } = overlays.find((overlay) => overlay.folder === folder) ?? {};
  const files = resources.filter((file) => file.endsWith('.yaml'));
  return files.flatMap((file) => parseObjects(readFileSync(join(root, folder, file), 'utf8')));
}

/** Those of `objects` that a component leaves. */
export function leftBy(folder: string, objects: readonly KubernetesObject[]): readonly KubernetesObject[] {
  const { patches = [] } = overlays.find((overlay) => overlay.folder === folder) ?? {};
  const removing = patches.filter(({ patch }) => patch.some(({ path }) => path === ''));
  return objects.filter((object) => !removing.some(({ target }) => isTarget(object, target)));
}

function isTarget(object: KubernetesObject, target: { kind: string; name: string }): boolean {
  const matches = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`).test(text);
  return matches(target.kind, object.kind) && matches(target.name, object.metadata.name);
}

/** Whether a JSON pointer (RFC 6901) leads to a member, or to the place of a new one. */
function isPlace(object: KubernetesObject, pointer: string, op: 'add' | 'replace' | 'remove'): boolean {
  if (pointer === '') return true;
  const parent = memberAt(object, dirname(pointer));
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (typeof parent !== 'object' || parent === null) return false;
  if (Array.isArray(parent)) return op === 'add' ? name === '-' : name in parent;
  return op === 'add' || name in parent;
}

function memberAt(object: KubernetesObject, pointer: string): unknown {
  return pointer
    .split('/')
    .filter((name) => name !== '')
    .reduce<unknown>(
      (parent, name) =>
        typeof parent === 'object' && parent !== null ? Reflect.get(parent, name) : undefined,
      object,
    );
}
