import {
  ApiProblem,
  componentSchema,
  constantHeader,
  defineProblem,
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
import * as z from 'zod';

export const fiveMinutes = 'public, max-age=300';
export const forEver = 'public, max-age=31536000, immutable';

export const unknownVersion = defineProblem({
  kind: 'not_found',
  text: 'no rubric was published under this version',
  when: 'No rubric has this version.',
  remedy: 'Use the version on a certificate, or `/assessment.json`',
});

const { version, sha256 } = publishedRubrics.current;

/** The schema is open, because a later version may have more members. */
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
  const about =
    'The questions, and the rules that turn answers into a result. `rubric.version` is its version.';
  return { ...schema, description: about } as JsonSchema;
});

export const DescribeCurrentRubric = applyDecorators(
  ApiOperation({
    operationId: 'currentRubric',
    summary: 'The current questions and rules',
    description:
      'Everything needed to ask the questions and to derive the same result from the answers as this service.',
  }),
  describeRubric(fiveMinutes),
);

export const DescribeRubricVersion = applyDecorators(
  ApiOperation({
    operationId: 'rubricVersion',
    summary: 'The questions and rules of one version',
    description: 'Serves every published version, byte for byte.',
  }),
  ApiParam({
    name: 'version',
    description: 'The version of a published rubric.',
    schema: { type: 'string', examples: [version] },
  }),
  describeRubric(forEver),
  ApiProblem(unknownVersion),
);

function describeRubric(cacheControl: string): MethodDecorator {
  const headers: HeadersObject = {
    ETag: variableHeader(
      `"${sha256}"`,
      'The SHA-256 of the published bytes, as named in certificates.',
      '^"[0-9a-f]{64}"$',
    ),
    'Cache-Control': constantHeader(cacheControl, 'How long a cached copy is fresh.'),
  };
  return applyDecorators(
    ApiTags('assessment'),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The `ETag` of your copy. If it is current, the response is 304.',
      schema: { type: 'string', examples: [`"${sha256}"`] },
    }),
    ApiOkResponse({ description: 'The published rubric.', schema: rubric, headers }),
    ApiNotModifiedResponse({ description: 'Your copy is current.', headers }),
  );
}
