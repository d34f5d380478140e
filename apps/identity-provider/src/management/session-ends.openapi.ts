import { DescribeManagement, exampleMoment } from './management.openapi';
import { uuid } from './member-rules';
import { SessionEndListResponse } from './session-end.dto';

const tag = 'users';
const example = {
  id: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  userId: 'user_ada',
  orgIds: ['org_acme'],
  endedAt: exampleMoment,
};

export const DescribeListSessionEnds = DescribeManagement({
  tag,
  operationId: 'listSessionEnds',
  summary: 'List the users whose sessions have ended',
  description: 'By a new password or second factor. Delete each one when the tokens of the user are refused.',
  answer: {
    type: SessionEndListResponse,
    example: new SessionEndListResponse([example]),
    description: 'The oldest ones.',
  },
});

export const DescribeRemoveSessionEnd = DescribeManagement({
  tag,
  operationId: 'removeSessionEnd',
  summary: 'Remove a recorded end of sessions',
  path: { sessionEndId: uuid },
});
