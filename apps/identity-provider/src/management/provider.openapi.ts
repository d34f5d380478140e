import { DescribeManagement } from './management.openapi';
import { ProviderResponse } from './provider.dto';

export const DescribeGetProvider = DescribeManagement({
  tag: 'provider',
  operationId: 'getProvider',
  summary: 'Show the provider',
  description: 'The platform compares the issuer with its own setting when it starts.',
  answer: {
    type: ProviderResponse,
    example: new ProviderResponse({ issuer: 'https://login.example.org' }),
    description: 'The provider.',
  },
});
