import {
  conflict,
  DescribeManagement,
  exampleMoment,
  notFound,
  refusedMembers,
  unknownMember,
} from './management.openapi';
import { email, id, membershipPageSize, membershipPosition, role } from './member-rules';
import {
  FoundMembershipResponse,
  MembershipListResponse,
  MembershipResponse,
  MembershipRoleRequest,
  SearchMembersRequest,
} from './membership.dto';

const tag = 'memberships';
const example = {
  userId: 'user_1',
  role: 'account-admin',
  connectionId: null,
  email: 'admin@acme.example',
  name: 'Account admin',
  secondFactor: true,
  createdAt: exampleMoment,
} as const;
const path = { orgId: id, userId: id };
const body = { type: MembershipRoleRequest, example: { role: 'account-admin' }, members: { role } };
const lastAdmin = conflict(
  'No other account admin of the organization could sign in.',
  'the organization must keep an account admin who can sign in',
);

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
  problems: [...refusedMembers({ limit: membershipPageSize, after: membershipPosition }), unknownMember],
});

export const DescribeGetMembership = DescribeManagement({
  tag,
  operationId: 'getMembership',
  summary: 'Show a member',
  path,
  answer: {
    type: FoundMembershipResponse,
    example: new FoundMembershipResponse({ ...example, isLastAdmin: false }),
    description: 'The membership.',
  },
  problems: [notFound],
});

export const DescribePutMembership = DescribeManagement({
  tag,
  operationId: 'putMembership',
  summary: 'Give a user a role in an organization',
  path,
  body,
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
    lastAdmin,
  ],
});

export const DescribePatchMembership = DescribeManagement({
  tag,
  operationId: 'patchMembership',
  summary: 'Change the role of a member',
  path,
  body,
  answer: {
    type: MembershipResponse,
    example: new MembershipResponse(example),
    description: 'The membership.',
  },
  problems: [notFound, lastAdmin],
});

export const DescribeRemoveMembership = DescribeManagement({
  tag,
  operationId: 'removeMembership',
  summary: 'Remove a user from an organization',
  path,
  problems: [lastAdmin],
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
