import { ConfirmedFactorListResponse } from './confirmed-factor.dto';
import { DescribeManagement, exampleMoment } from './management.openapi';
import { uuid } from './member-rules';

const tag = 'connections';
const example = {
  id: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  orgId: 'org_acme',
  connectionId: 'con_1',
  confirmedAt: exampleMoment,
};

export const DescribeListConfirmedFactors = DescribeManagement({
  tag,
  operationId: 'listConfirmedFactors',
  summary: 'List the second factors that an upgrade has counted as confirmed',
  description: 'Of all organizations. Delete each one when it is recorded.',
  answer: {
    type: ConfirmedFactorListResponse,
    example: new ConfirmedFactorListResponse([example]),
    description: 'Those that are not recorded yet.',
  },
});

export const DescribeRemoveConfirmedFactor = DescribeManagement({
  tag,
  operationId: 'removeConfirmedFactor',
  summary: 'Remove a recorded confirmation from the list',
  path: { confirmedFactorId: uuid },
});
