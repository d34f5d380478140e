import { type Type } from '@nestjs/common';

interface Member {
  readonly name: string;
  /** Those of its class; none if it has no class, or one of several. */
  readonly members: readonly Member[];
}

const listedKey = 'swagger/apiModelPropertiesArray';
const describedKey = 'swagger/apiModelProperties';
const known = new Map<unknown, readonly Member[]>();

/** What OpenAPI documents of a class: its members with `@ApiProperty()`, those of its parent first. */
function membersOf(type: unknown): readonly Member[] {
  let members = known.get(type);
  if (members === undefined) {
    members = typeof type === 'function' ? documentedMembers(type.prototype as object | undefined) : [];
    known.set(type, members);
  }
  return members;
}

function documentedMembers(prototype: object | undefined): readonly Member[] {
  if (prototype === undefined) return [];
  const listed = (Reflect.getMetadata(listedKey, prototype) ?? []) as readonly string[];
  return listed.map((entry) => {
    const name = entry.slice(1);
    const { type } = Reflect.getMetadata(describedKey, prototype, name) as { readonly type?: unknown };
    return { name, members: membersOf(type) };
  });
}

/**
 * The members of a response that its class declares with `@ApiProperty()`, and of nested objects likewise: a member that
 * OpenAPI does not document is never sent (ADR 22).
 */
export function allowListed<Response extends object>(type: Type<Response>, value: Response): Response {
  return listed(value, membersOf(type)) as Response;
}

function listed(value: object, members: readonly Member[]): object {
  const sent: Record<string, unknown> = {};
  for (const { name, members: inner } of members) {
    const member: unknown = value[name as keyof typeof value];
    if (member !== undefined) sent[name] = typeof member === 'object' ? nested(member, inner) : member;
  }
  return sent;
}

function nested(value: object | null, members: readonly Member[]): unknown {
  if (value === null || value instanceof Date) return value;
  if (Array.isArray(value))
    return value.map((entry: unknown) => (typeof entry === 'object' ? nested(entry, members) : entry));
  // A schema of several classes names none: each object has its own.
  return listed(value, members.length > 0 ? members : membersOf(value.constructor));
}
