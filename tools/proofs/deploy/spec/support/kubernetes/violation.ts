import { type KubernetesObject } from './manifests';

/**
 * Sets the member at a path such as `spec/replicas`, or removes it without a value; list members are found by index or
 * name. An object is added.
 */
export type Change = (target: string | KubernetesObject, path?: string, value?: unknown) => void;

/** A change to the manifests that breaks a guarantee, and the message of its rule. */
export interface Violation {
  readonly guarantee: string;
  readonly what: string;
  readonly change: (change: Change) => void;
  readonly says: RegExp;
}

/** Those of one guarantee, by what is wrong. */
export function breaking(
  guarantee: string,
  changes: Readonly<Record<string, readonly [Violation['change'], says: RegExp]>>,
): readonly Violation[] {
  return Object.entries(changes).map(([what, [change, says]]) => ({ guarantee, what, change, says }));
}

export const pod = 'spec/template/spec';
export const container = `${pod}/containers/0`;

export function at(target: string, path: string, value?: unknown): Violation['change'] {
  return (change) => {
    change(target, path, value);
  };
}

export function adding(object: KubernetesObject): Violation['change'] {
  return (change) => {
    change(object);
  };
}

export function both(one: Violation['change'], other: Violation['change']): Violation['change'] {
  return (change) => {
    one(change);
    other(change);
  };
}

export function extraVariable(name: string, value: string): object {
  return { name, value };
}

export function byName(name: string): object {
  return { matchLabels: { 'app.kubernetes.io/name': name } };
}

export function changing(objects: KubernetesObject[]): Change {
  return (target, path = '', value) => {
    if (typeof target !== 'string') {
      objects.push(target);
      return;
    }
    const names = path.split('/');
    const object = objects.find(({ kind, metadata }) => `${kind} ${metadata.name}` === target);
    const parent = names.slice(0, -1).reduce<object>(memberOf, object ?? {});
    const key = keyOf(parent, names.at(-1) ?? '');
    if (value === undefined) Reflect.deleteProperty(parent, key);
    else Reflect.set(parent, key, value);
  };
}

function memberOf(parent: object, name: string): object {
  return Reflect.get(parent, keyOf(parent, name)) as object;
}

function keyOf(parent: object, name: string): string {
  if (!Array.isArray(parent) || /^\d+$/.test(name)) return name;
  return String(parent.findIndex((member: { readonly name?: string }) => member.name === name));
}
