import { DescribeManagement, exampleMoment, notFound } from './management.openapi';
import { id, label, mfaMaxAge } from './member-rules';
import {
  ChangeOrganizationRequest,
  OrganizationListResponse,
  OrganizationResponse,
  PutOrganizationRequest,
} from './organization.dto';

const tag = 'organizations';
const example = { id: 'org_acme', name: 'Acme MSP', mfaMaxAge: 300, createdAt: exampleMoment };
const answer = {
  type: OrganizationResponse,
  example: new OrganizationResponse(example),
  description: 'The organization.',
};
const members = { name: label, mfaMaxAge };

export const DescribeListOrganizations = DescribeManagement({
  tag,
  operationId: 'listOrganizations',
  summary: 'List the organizations',
  answer: {
    type: OrganizationListResponse,
    example: new OrganizationListResponse([example]),
    description: 'All organizations.',
  },
});

export const DescribeGetOrganization = DescribeManagement({
  tag,
  operationId: 'getOrganization',
  summary: 'Show an organization',
  path: { orgId: id },
  answer,
  problems: [notFound],
});

export const DescribePutOrganization = DescribeManagement({
  tag,
  operationId: 'putOrganization',
  summary: 'Create or replace an organization',
  path: { orgId: id },
  body: { type: PutOrganizationRequest, example: { name: 'Acme MSP', mfaMaxAge: 300 }, members },
  answer,
});

export const DescribeChangeOrganization = DescribeManagement({
  tag,
  operationId: 'changeOrganization',
  summary: 'Change some members of an organization',
  path: { orgId: id },
  body: { type: ChangeOrganizationRequest, example: { mfaMaxAge: 300 }, members },
  answer,
  problems: [notFound],
});
