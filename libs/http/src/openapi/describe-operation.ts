import { applyDecorators, HttpCode } from '@nestjs/common';
import {
  ApiBody,
  type ApiBodyOptions,
  ApiOperation,
  ApiParam,
  type ApiParamOptions,
  ApiResponse,
  type ApiResponseNoStatusOptions,
  ApiTags,
} from '@nestjs/swagger';
import { ApiProblem } from './api-problem.decorator';
import { type ProblemDescription } from './define-problem';

/** An operation of an API: its place in the document, its input, and its responses. */
export interface DescribedOperation {
  readonly tag: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** The parameter of its path. */
  readonly parameter?: ApiParamOptions;
  readonly body?: ApiBodyOptions;
  /** The response of a success: one of the four. The handler answers with its status. */
  readonly ok?: ApiResponseNoStatusOptions;
  readonly created?: ApiResponseNoStatusOptions;
  readonly accepted?: ApiResponseNoStatusOptions;
  readonly noContent?: ApiResponseNoStatusOptions;
  readonly problems?: readonly ProblemDescription[];
  /** What only this operation has. */
  readonly more?: readonly MethodDecorator[];
}

/** Documents a handler, and sets its status. */
export function describeOperation(described: DescribedOperation): MethodDecorator {
  const { tag, parameter, body, problems = [], more = [], ...rest } = described;
  const { ok, created, accepted, noContent, ...operation } = rest;
  const successes = Object.entries({ 200: ok, 201: created, 202: accepted, 204: noContent });
  return applyDecorators(
    ApiTags(tag),
    ApiOperation(operation),
    ...(parameter ? [ApiParam(parameter)] : []),
    ...(body ? [ApiBody(body)] : []),
    ...more,
    ...successes.flatMap(([status, response]) =>
      response ? [HttpCode(Number(status)), ApiResponse({ ...response, status: Number(status) })] : [],
    ),
    ApiProblem(...problems),
  );
}
