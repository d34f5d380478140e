import { peopleScopes } from '../oauth/people-scopes';
import { ApplicationListResponse, ApplicationResponse, PutApplicationRequest } from './application.dto';
import { DescribeManagement, exampleMoment, notFound } from './management.openapi';
import { applicationId, applicationScope, label, redirectUris } from './member-rules';

const tag = 'applications';
const body = {
  name: 'Partner reports',
  redirectUris: ['https://partner.example.org/callback'],
  scope: [...peopleScopes],
};
const example = { id: 'app_partner', ...body, createdAt: exampleMoment };
const answer = {
  type: ApplicationResponse,
  example: new ApplicationResponse(example),
  description: 'The application.',
};

export const DescribeListApplications = DescribeManagement({
  tag,
  operationId: 'listApplications',
  summary: 'List third-party applications',
  answer: {
    type: ApplicationListResponse,
    example: new ApplicationListResponse([example]),
    description: 'All third-party applications.',
  },
});

export const DescribeGetApplication = DescribeManagement({
  tag,
  operationId: 'getApplication',
  summary: 'Show an application',
  path: { applicationId },
  answer,
  problems: [notFound],
});

export const DescribePutApplication = DescribeManagement({
  tag,
  operationId: 'putApplication',
  summary: 'Create or replace an application',
  path: { applicationId },
  body: {
    type: PutApplicationRequest,
    example: body,
    members: { name: label, redirectUris, scope: applicationScope },
  },
  answer,
});

export const DescribeRemoveApplication = DescribeManagement({
  tag,
  operationId: 'removeApplication',
  summary: 'Remove an application',
  description: 'Users can no longer sign in to it, and its refresh tokens are no longer valid.',
  path: { applicationId },
});
