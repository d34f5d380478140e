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
    description: 'The members; empty if the organization does not exist.',
  },
});

export const DescribePutMembership = DescribeManagement({
  tag,
  operationId: 'putMembership',
  summary: 'Give a user a role in an organization',
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
      'the account belongs to another organization',
    ),
  ],
});

export const DescribeRemoveMembership = DescribeManagement({
  tag,
  operationId: 'removeMembership',
  summary: 'Remove a user from an organization',
  path,
});

export const DescribeSearchMembers = DescribeManagement({
  tag,
  operationId: 'searchMembers',
  summary: 'Find members by address',
  description:
    'Returns one membership for each account with the address; with a connection, only those with its sign-in method. The address is in the body because paths and queries are logged.',
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
