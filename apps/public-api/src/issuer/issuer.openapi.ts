import { constantHeader, storeUnavailable, describeOperation } from '@governance/http';
import { type HeadersObject } from '@nestjs/swagger';
import { unknownKey, unknownStatusList } from './issuer-problems';
import { IssuerKeyResponse, IssuerResponse, KeySetResponse } from './issuer.dto';

export const fiveMinutes = 'public, max-age=300';
export const statusListType = 'application/vc+jwt';

const headers: HeadersObject = {
  'Cache-Control': constantHeader(fiveMinutes, 'How long a cached copy is fresh.'),
};

export const DescribeIssuerKeys = describeOperation({
  tag: 'verification',
  operationId: 'issuerKeys',
  summary: 'Get the keys that sign certificates',
  description: 'Includes retired keys, so that a copy can check certificates offline for years.',
  ok: { description: 'A JWK set.', type: KeySetResponse, headers },
  problems: [storeUnavailable],
});

export const DescribeIssuerKey = describeOperation({
  tag: 'verification',
  operationId: 'issuerKey',
  summary: 'Get a key that signs certificates',
  description: 'The address is the `kid` of credentials: Open Badges verifiers fetch the key from it.',
  parameter: {
    name: 'thumbprint',
    description: 'The thumbprint of the key (RFC 7638).',
    schema: { type: 'string', examples: ['NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'] },
  },
  ok: { description: 'A JWK.', type: IssuerKeyResponse, headers },
  problems: [unknownKey, storeUnavailable],
});

export const DescribeIssuer = describeOperation({
  tag: 'verification',
  operationId: 'issuer',
  summary: 'Get the certificate issuer',
  description: 'The profile that every credential names as its issuer.',
  ok: { description: 'An Open Badges profile.', type: IssuerResponse, headers },
});

export const DescribeStatusList = describeOperation({
  tag: 'verification',
  operationId: 'statusList',
  summary: 'Get a status list of withdrawn certificates',
  description:
    'A signed W3C Bitstring Status List as a compact JWS. A credential names its list and its place in the list: that bit is 1 when the certificate is withdrawn. The list is signed again at every withdrawal, and every day.',
  parameter: {
    name: 'list',
    description: 'The number of the list.',
    schema: { type: 'string', examples: ['0'] },
  },
  ok: {
    description: 'The list.',
    headers,
    content: {
      [statusListType]: { schema: { type: 'string', pattern: String.raw`^[\w-]+\.[\w-]+\.[\w-]+$` } },
    },
  },
  problems: [unknownStatusList, storeUnavailable],
});
