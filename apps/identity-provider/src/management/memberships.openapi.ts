import { conflict, DescribeManagement, exampleMoment, notFound } from './management.openapi';
import { email, id, role } from './member-rules';
import {
  MembershipListResponse,
  MembershipResponse,
  PutMembershipRequest,
  SearchMembersRequest,
} from './membership.dto';

const tag = 'memberships';
const example = {
  userId: 'user_1',
  role: 'account-admin',
  connectionId: null,
  createdAt: exampleMoment,
} as const;
const path = { orgId: id, userId: id };

export const DescribeListMemberships = DescribeManagement({
  tag,
  operationId: 'listMemberships',
  summary: 'List the members of an organization',
  path: { orgId: id },
  answer: {
    type: MembershipListResponse,
    example: new MembershipListResponse([example]),
    description: 'The members; none of an organization that there is not.',
  },
});

export const DescribePutMembership = DescribeManagement({
  tag,
  operationId: 'putMembership',
  summary: 'Give a person a role in an organization',
  path,
  body: { type: PutMembershipRequest, example: { role: 'account-admin' }, members: { role } },
  answer: {
    type: MembershipResponse,
    example: new MembershipResponse(example),
    description: 'The membership.',
  },
  problems: [
    notFound,
    conflict(
      'The account belongs to a connection of another organization.',
      'the account is of another organization',
    ),
  ],
});

export const DescribeRemoveMembership = DescribeManagement({
  tag,
  operationId: 'removeMembership',
  summary: 'Remove a person from an organization',
  path,
});

export const DescribeSearchMembers = DescribeManagement({
  tag,
  operationId: 'searchMembers',
  summary: 'Find members by address',
  description:
    'One for each way in which a person with the address is a member; with a connection, by that way only. The address is in the body because paths and queries are logged.',
  path: { orgId: id },
  body: {
    type: SearchMembersRequest,
    example: { email: 'admin@acme.example' },
    members: { email, connectionId: id },
  },
  answer: {
    type: MembershipListResponse,
    example: new MembershipListResponse([example]),
    description: 'The memberships of accounts with the address.',
  },
});
