import { type Operation } from '@governance/iam';
import { type Problem } from '@governance/kernel';
import { type Access } from './access';
import {
  expiredToken,
  invalidToken,
  missingManagementToken,
  missingOrganization,
  missingPermission,
  missingToken,
  stepUpRequired,
} from './refusals';

/** One way in which a route is refused, with an example as clients meet it. */
export interface AccessRefusal {
  /** When it happens, in one sentence. */
  readonly when: string;
  readonly example: Problem;
}

const tokenRefusals: readonly AccessRefusal[] = [
  { when: 'No access token was sent.', example: missingToken() },
  {
    when: 'The access token is not valid, the machine that sends it has no active credential, or the person was removed from the organization since.',
    example: invalidToken(undefined),
  },
  { when: 'The access token has expired.', example: expiredToken(undefined) },
];

/** Every way in which a route is refused because of who may call it, in the order in which they are met. */
export function accessRefusals(access: Access, operation?: Operation): readonly AccessRefusal[] {
  if (access.kind === 'public') return [];
  if (access.kind === 'management-token') return [managementTokenRefusal];
  return [
    ...tokenRefusals,
    ...(access.kind === 'permission'
      ? [{ when: 'The caller lacks the permission.', example: missingPermission(access.permission) }]
      : []),
    ...(access.inOrganization
      ? [{ when: 'The access token names no organization.', example: missingOrganization() }]
      : []),
    ...(operation === undefined ? [] : [stepUpRefusal]),
  ];
}

const managementTokenRefusal: AccessRefusal = {
  when: 'The management token was not sent, or it is another one.',
  example: missingManagementToken(),
};

const stepUpRefusal: AccessRefusal = {
  when: 'The organization asks for a recent second factor before this write.',
  example: stepUpRequired(300),
};
