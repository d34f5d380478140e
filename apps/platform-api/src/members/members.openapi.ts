import {
  bodyNotAnObject,
  membersRefused,
  pageRefused,
  unknownMember as unknownBodyMember,
  unreadableBody,
  describeOperation,
} from '@governance/http';
import { type ListedMember } from '@governance/iam';
import { MemberListResponse, MemberResponse } from './member.dto';
import {
  lastAccountAdmin,
  memberRoleRefused,
  secondFactorResetRefused,
  unknownMember,
} from './member-problems';
import { exceedingRole } from '../org-invitations/invitation-problems';
import { ResetSecondFactorRequest, UpdateMemberRequest } from './update-member.dto';

export const exampleMember: ListedMember = {
  id: 'user_5b1d8a3c-94e7-4f02-a6d8-1c7e3b9f5a20',
  email: 'admin@acme.example',
  name: 'Account admin',
  role: 'account-admin',
  connectionId: 'con_acme_sso',
  hasSecondFactor: undefined,
  createdAt: new Date('2026-11-20T12:00:00.000Z'),
};
const withPassword: ListedMember = {
  ...exampleMember,
  id: 'user_0d9e7c64-2b1f-4a85-8f36-6e4c2a7d1b93',
  email: 'viewer@acme.example',
  name: 'Viewer',
  role: 'viewer',
  connectionId: undefined,
  hasSecondFactor: true,
  secondFactors: ['app', 'passkey'],
  lastSignInAt: new Date('2026-11-24T08:30:00.000Z'),
  failedSignIns: { count: 3, lastAt: new Date('2026-11-24T08:29:00.000Z'), isPaused: false },
};
const exampleCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';

function listOf(entries: readonly ListedMember[], nextCursor?: string): MemberListResponse {
  return new MemberListResponse({ entries, nextCursor });
}

const memberIdParameter = {
  name: 'memberId',
  description: 'The `id` of the member.',
  schema: { type: 'string', examples: [exampleMember.id] },
};

export const DescribeListMembers = describeOperation({
  tag: 'members',
  operationId: 'listMembers',
  summary: 'List the members of the organization',
  description:
    'Newest first, in pages of 100 unless `limit` says otherwise. Shows how each member signs in, and who has no second factor.',
  ok: {
    description: 'A page of members of the caller’s organization.',
    type: MemberListResponse,
    examples: {
      two: { summary: 'Two members', value: listOf([exampleMember, withPassword]) },
      page: { summary: 'A page that is not the last', value: listOf([exampleMember], exampleCursor) },
    },
  },
  problems: [pageRefused],
});

export const DescribeUpdateMember = describeOperation({
  tag: 'members',
  operationId: 'updateMember',
  summary: 'Change the role of a member',
  description: [
    'The member’s earlier access tokens permit no more than the new role: at their next write, and within 60 seconds for reads. A refreshed token has the new role.',
    'The last account-admin who can sign in keeps the role. The call can be repeated.',
  ].join('\n\n'),
  parameter: memberIdParameter,
  body: {
    type: UpdateMemberRequest,
    examples: {
      demoted: { summary: 'Demotion', value: { role: 'viewer' } },
      promoted: { summary: 'Promotion', value: { role: 'account-admin' } },
      clients: { summary: 'Clients and results alone', value: { role: 'client-manager' } },
    },
  },
  ok: {
    description: 'The member with the new role.',
    type: MemberResponse,
    examples: { changed: { summary: 'Changed', value: new MemberResponse(exampleMember) } },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    memberRoleRefused,
    unknownBodyMember('name'),
    exceedingRole,
    unknownMember,
    lastAccountAdmin,
  ],
});

export const DescribeResetSecondFactor = describeOperation({
  tag: 'members',
  operationId: 'resetSecondFactor',
  summary: 'Remove the lost second factor of a member after 24 hours',
  description: [
    'The member and all account-admins are told by mail. Until it is due, the member and every account-admin can cancel it. Then the member’s second factors and recovery codes are removed, all sessions end, and the member can set up a new second factor at the next sign-in.',
    'The call can be repeated: the time stays. The caller must hold every permission of the member’s role.',
  ].join('\n\n'),
  parameter: memberIdParameter,
  body: { type: ResetSecondFactorRequest, required: false, examples: { none: { value: {} } } },
  ok: {
    description: 'The member, with the time of the removal.',
    type: MemberResponse,
    examples: {
      requested: {
        summary: 'Requested',
        value: new MemberResponse({
          ...withPassword,
          secondFactorResetAt: new Date('2026-11-21T12:00:00.000Z'),
        }),
      },
    },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    membersRefused('reason'),
    exceedingRole,
    unknownMember,
    secondFactorResetRefused,
  ],
});

export const DescribeCancelSecondFactorReset = describeOperation({
  tag: 'members',
  operationId: 'cancelSecondFactorReset',
  summary: 'Keep the second factor of a member',
  description: 'Cancels the removal that was asked for, if there is one.',
  parameter: memberIdParameter,
  noContent: { description: 'No removal is pending.' },
  problems: [...unreadableBody, unknownMember],
});

export const DescribeRemoveMember = describeOperation({
  tag: 'members',
  operationId: 'removeMember',
  summary: 'Remove a member from the organization',
  description: [
    'The member’s access tokens for this organization stop: at their next write, and within 60 seconds for reads. The call can be repeated.',
    'The last account-admin who can sign in cannot be removed.',
  ].join('\n\n'),
  parameter: memberIdParameter,
  noContent: { description: 'The member is removed.' },
  problems: [...unreadableBody, unknownMember, lastAccountAdmin],
});
