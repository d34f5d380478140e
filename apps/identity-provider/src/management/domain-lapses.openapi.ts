import { DomainLapseListResponse } from './domain-lapse.dto';
import { DescribeManagement, exampleMoment } from './management.openapi';
import { uuid } from './member-rules';

const tag = 'domains';
const example = {
  id: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  orgId: 'org_acme',
  name: 'acme.example',
  lapsedAt: exampleMoment,
};

export const DescribeListDomainLapses = DescribeManagement({
  tag,
  operationId: 'listDomainLapses',
  summary: 'List the proofs of domains that have ended',
  description: 'Of all organizations. Delete each one when it is recorded.',
  answer: {
    type: DomainLapseListResponse,
    example: new DomainLapseListResponse([example]),
    description: 'The oldest ones.',
  },
});

export const DescribeRemoveDomainLapse = DescribeManagement({
  tag,
  operationId: 'removeDomainLapse',
  summary: 'Remove a recorded end of a proof',
  path: { lapseId: uuid },
});
