import { ApiProblem, constantHeader, storeUnavailable } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags, type HeadersObject } from '@nestjs/swagger';
import { IssuerResponse, KeySetResponse } from './issuer.dto';

export const fiveMinutes = 'public, max-age=300';
export const anywhere = '*';
export const statusListType = 'application/vc+jwt';

const headers: HeadersObject = {
  'Cache-Control': constantHeader(fiveMinutes, 'For how long a copy may be used without asking.'),
  'Access-Control-Allow-Origin': constantHeader(anywhere, 'Pages of anybody may read it.'),
};

export function DescribeIssuerKeys(): MethodDecorator {
  return applyDecorators(
    ApiTags('verification'),
    ApiOperation({
      operationId: 'issuerKeys',
      summary: 'The keys that sign credentials',
      description:
        'Every key that has ever signed one: retired keys stay, so that a copy of these checks certificates offline for years.',
    }),
    ApiOkResponse({ description: 'A JWK set.', type: KeySetResponse, headers }),
    ApiProblem(storeUnavailable),
  );
}

export function DescribeIssuer(): MethodDecorator {
  return applyDecorators(
    ApiTags('verification'),
    ApiOperation({
      operationId: 'issuer',
      summary: 'Who issues certificates',
      description: 'The profile that every credential names as its issuer.',
    }),
    ApiOkResponse({ description: 'An Open Badges profile.', type: IssuerResponse, headers }),
  );
}

export function DescribeStatusList(): MethodDecorator {
  return applyDecorators(
    ApiTags('verification'),
    ApiOperation({
      operationId: 'statusList',
      summary: 'Which certificates were withdrawn',
      description:
        'A signed W3C Bitstring Status List as a compact JWS. The credential names its list, and its place in it: the bit there is 1 when it was withdrawn. The list is signed anew at every withdrawal, and every day.',
    }),
    ApiParam({
      name: 'list',
      description: 'The number of the list.',
      schema: { type: 'string', examples: ['0'] },
    }),
    ApiOkResponse({
      description: 'The list.',
      headers,
      content: {
        [statusListType]: { schema: { type: 'string', pattern: String.raw`^[\w-]+\.[\w-]+\.[\w-]+$` } },
      },
    }),
    ApiProblem(
      {
        kind: 'not_found',
        when: 'No certificate has its place in such a list.',
        texts: ['there is no such status list'],
      },
      storeUnavailable,
    ),
  );
}
