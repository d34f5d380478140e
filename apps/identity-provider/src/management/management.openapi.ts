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
  /** The parameters of the path, each with its rule. */
  readonly path?: Readonly<Record<string, MemberRule>>;
  readonly body?: {
    readonly type: Type;
    readonly example: object;
    /** Its members, each with its rule. */
    readonly members: Readonly<Record<string, MemberRule>>;
  };
  /** Absent: 204. */
  readonly answer?: { readonly type: Type; readonly example: object; readonly description: string };
  readonly problems?: readonly ProblemDescription[];
}

/** Documents an operation of the management API: what it takes, answers and refuses. */
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
      : ApiNoContentResponse({ description: 'It is done, or there was nothing to do.' }),
    ApiProblem(
      ...(body ? [...unreadableBody, bodyNotAnObject, unknownMember] : []),
      ...refusedMembers({ ...path, ...body?.members }),
      ...problems,
      storeUnavailable,
    ),
  );
}

/** What is refused about members of the body and parameters; none names a value. */
export function refusedMembers(rules: Readonly<Record<string, MemberRule>>): ProblemDescription[] {
  return Object.entries(rules).map(([name, { must }]) => ({
    kind: 'invalid',
    when: `\`${name}\` is missing or not valid.`,
    texts: [`${name} ${must}`],
  }));
}

/** `expires` stands for any. */
export const unknownMember: ProblemDescription = {
  kind: 'invalid',
  when: 'The body or the query has a member that the request has not.',
  texts: ['expires is not a member of this request'],
};

export const notFound: ProblemDescription = {
  kind: 'not_found',
  when: 'There is none, or it names one that there is not.',
  texts: ['there is no such thing'],
};

export function conflict(when: string, ...texts: string[]): ProblemDescription {
  return { kind: 'conflict', when, texts };
}

/** When everything in an example was created. */
export const exampleMoment = new Date('2026-11-20T12:00:00.000Z');
