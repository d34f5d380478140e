import { constantHeader, describeOperation } from '@governance/http';
import { ResourceMetadataResponse } from './resource-metadata.dto';

export const oneHour = 'public, max-age=3600';

const example = new ResourceMetadataResponse({
  identifier: 'https://api.example.org',
  authorizationServer: 'https://identity.example.org',
});

export const DescribeResourceMetadata = describeOperation({
  tag: 'identity',
  operationId: 'resourceMetadata',
  summary: 'Find out where to get an access token',
  description:
    'The metadata of this surface as a protected resource (RFC 9728). The challenge of every 401 names its URL in `resource_metadata`.',
  ok: {
    description: 'The metadata.',
    type: ResourceMetadataResponse,
    headers: { 'Cache-Control': constantHeader(oneHour, 'How long a cached copy is fresh.') },
    examples: { metadata: { summary: 'The metadata of a deployment', value: example } },
  },
});
