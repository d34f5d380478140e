import {
  ApiProblem,
  componentSchema,
  constantHeader,
  type JsonSchema,
  variableHeader,
} from '@governance/http';
import { publishedRubrics, rubricDocument } from '@governance/rubric';
import { applyDecorators } from '@nestjs/common';
import {
  ApiHeader,
  ApiNotModifiedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  type HeadersObject,
} from '@nestjs/swagger';
import { z } from 'zod';

export const fiveMinutes = 'public, max-age=300';
export const forEver = 'public, max-age=31536000, immutable';

const { version, sha256 } = publishedRubrics.current;

/** A later version may have more members, so the schema leaves room for them. */
const rubric = componentSchema('Rubric', () => {
  const schema = z.toJSONSchema(rubricDocument, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      delete jsonSchema.readOnly;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  delete schema.$schema;
  const about = 'The questions, and the rules by which answers become a result. `rubric.version` names it.';
  return { ...schema, description: about } as JsonSchema;
});

export function DescribeCurrentRubric(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'currentRubric',
      summary: 'The current questions and rules',
      description:
        'Everything that is needed to ask the questions and to derive the result from the answers, as this service does.',
    }),
    describeRubric(fiveMinutes),
  );
}

export function DescribeRubricVersion(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'rubricVersion',
      summary: 'The questions and rules of one version',
      description: 'Every version ever published, byte for byte as it was published.',
    }),
    ApiParam({
      name: 'version',
      description: 'The version of a published rubric.',
      schema: { type: 'string', examples: [version] },
    }),
    describeRubric(forEver),
    ApiProblem({
      kind: 'not_found',
      when: 'No rubric was published under this version.',
      texts: ['no rubric was published under this version'],
    }),
  );
}

function describeRubric(cacheControl: string): MethodDecorator {
  const headers: HeadersObject = {
    ETag: variableHeader(
      `"${sha256}"`,
      'The SHA-256 of the published bytes, which certificates name.',
      '^"[0-9a-f]{64}"$',
    ),
    'Cache-Control': constantHeader(cacheControl, 'For how long a copy may be used without asking.'),
  };
  return applyDecorators(
    ApiTags('assessment'),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The `ETag` of a copy you have. If it is this one, the answer is 304.',
      schema: { type: 'string', examples: [`"${sha256}"`] },
    }),
    ApiOkResponse({ description: 'The published rubric.', schema: rubric, headers }),
    ApiNotModifiedResponse({ description: 'You have these bytes already.', headers }),
  );
}
