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
  /** The response of a success: one of the three. The handler answers with its status. */
  readonly ok?: ApiResponseNoStatusOptions;
  readonly created?: ApiResponseNoStatusOptions;
  readonly noContent?: string;
  readonly problems?: readonly ProblemDescription[];
  /** What only this operation has. */
  readonly more?: readonly MethodDecorator[];
}

/** Documents a handler, and sets its status. */
export function describeOperation(described: DescribedOperation): MethodDecorator {
  const { tag, parameter, body, ok, created, noContent, problems = [], more = [], ...operation } = described;
  const status = ok ? 200 : created ? 201 : 204;
  const response = ok ?? created ?? { description: noContent ?? '' };
  return applyDecorators(
    HttpCode(status),
    ApiTags(tag),
    ApiOperation(operation),
    ...(parameter ? [ApiParam(parameter)] : []),
    ...(body ? [ApiBody(body)] : []),
    ...more,
    ApiResponse({ ...response, status }),
    ApiProblem(...problems),
  );
}
