import { nameOf } from '@governance/http';
import { contract } from '@governance/identity-provider-client';
import { Problem } from '@governance/kernel';
import {
  type ArgumentMetadata,
  createParamDecorator,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import { type Request } from 'express';
import type * as z from 'zod';

/** What a handler gets after the check. */
export type Checked<Schema extends z.ZodType> = z.output<Schema>;

interface CheckedPart {
  readonly from: 'body' | 'query';
  readonly schema: z.ZodType;
}

const part = createParamDecorator(({ from, schema }: CheckedPart, context: ExecutionContext) =>
  checked(schema, context.switchToHttp().getRequest<Request>()[from]),
);

/** The JSON body, checked by its schema. A problem is a 400. */
export function CheckedBody(schema: z.ZodType): ParameterDecorator {
  return part({ from: 'body', schema });
}

/** The parameters of the query. A repeated one is an array. */
export function CheckedQuery(schema: z.ZodType): ParameterDecorator {
  return part({ from: 'query', schema });
}

/** Checks a parameter of the path. */
class MemberPipe implements PipeTransform<string, string> {
  constructor(readonly schema: z.ZodType<string>) {}

  transform(value: string, { data = 'the parameter' }: ArgumentMetadata): string {
    const result = this.schema.safeParse(value);
    if (!result.success)
      throw new Problem('invalid', `${data} ${result.error.issues[0]?.message ?? 'is not valid'}`);
    return result.data;
  }
}

/** An id that the caller has chosen. */
export const idPipe = new MemberPipe(contract.id);
/** Returns the id in lower case. */
export const uuidPipe = new MemberPipe(contract.uuid.toLowerCase());
export const domainPipe = new MemberPipe(contract.domainName);
/** The id of a third-party application. The prefix separates it from our own applications and from machines. */
export const applicationIdPipe = new MemberPipe(
  contract.textLike('must be app_ followed by 1 to 60 characters of A-Z a-z 0-9 _ -', /^app_[\w-]{1,60}$/),
);

/** @throws a 400 that names one member with its problem, and contains no value. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('invalid', 'the request body must be a JSON object');
  }
  const result = schema.safeParse(value);
  if (!result.success) throw new Problem('invalid', textOf(result.error));
  return result.data;
}

function textOf({ issues }: z.ZodError): string {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  const { path, message } = unknown ?? issues[0] ?? { path: [], message: 'the request is not valid' };
  // A list is named, not its entry.
  const names = path.slice(0, path.findIndex((name) => typeof name === 'number') >>> 0);
  if (unknown === undefined) return `${names.join(': ')} ${message}`;
  return [...names, `${nameOf(unknown.keys[0] ?? '')} is not a member of this request`].join(': ');
}
