import {
  ApiProblem,
  bodyNotAnObject,
  type ProblemDescription,
  storeUnavailable,
  unreadableBody,
} from '@governance/http';
import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiBody,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  type ApiParamOptions,
} from '@nestjs/swagger';
import { type MemberRule } from './member-rules';

interface DescribedOperation {
  readonly tag: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** The path parameters with their rules. */
  readonly path?: Readonly<Record<string, MemberRule>>;
  readonly body?: {
    readonly type: Type;
    readonly example: object;
    /** The members of the body with their rules. */
    readonly members: Readonly<Record<string, MemberRule>>;
  };
  /** If absent, the operation returns 204. */
  readonly answer?: { readonly type: Type; readonly example: object; readonly description: string };
  readonly problems?: readonly ProblemDescription[];
}

/** Documents an operation of the management API: request, responses and errors. */
export function DescribeManagement(operation: DescribedOperation): MethodDecorator {
  const { tag, operationId, summary, description, path = {}, body, answer, problems = [] } = operation;
  return applyDecorators(
    ApiTags(tag),
    ApiOperation({ operationId, summary, ...(description !== undefined && { description }) }),
    ...Object.entries(path).map(([name, { schema }]) => ApiParam({ name, schema } as ApiParamOptions)),
    ...(body ? [ApiBody({ type: body.type, examples: { one: { value: body.example } } })] : []),
    answer
      ? ApiOkResponse({
          description: answer.description,
          type: answer.type,
          examples: { one: { summary: answer.description, value: answer.example } },
        })
      : ApiNoContentResponse({ description: 'The operation is complete, or there was nothing to do.' }),
    ApiProblem(
      ...(body ? [...unreadableBody, bodyNotAnObject, unknownMember] : []),
      ...refusedMembers({ ...path, ...body?.members }),
      ...problems,
      storeUnavailable,
    ),
  );
}

/** The errors for members of the body and parameters. No text contains a value. */
export function refusedMembers(rules: Readonly<Record<string, MemberRule>>): ProblemDescription[] {
  return Object.entries(rules).map(([name, { must }]) => ({
    kind: 'invalid',
    when: `The member \`${name}\` is missing or not valid.`,
    texts: [`${name} ${must}`],
  }));
}

/** `expires` is an example of an unknown member. */
export const unknownMember: ProblemDescription = {
  kind: 'invalid',
  when: 'The body or the query has an unknown member.',
  texts: ['expires is not a member of this request'],
};

export const notFound: ProblemDescription = {
  kind: 'not_found',
  when: 'The resource, or one that it refers to, does not exist.',
  texts: ['the resource does not exist'],
};

export function conflict(when: string, ...texts: string[]): ProblemDescription {
  return { kind: 'conflict', when, texts };
}

/** The creation time of every object in an example. */
export const exampleMoment = new Date('2026-11-20T12:00:00.000Z');
