import { type Operation } from '@governance/iam';
import { type Problem } from '@governance/kernel';
import { type Access } from './access';
import {
  expiredToken,
  invalidToken,
  machineRefused,
  missingManagementToken,
  missingOrganization,
  missingPermission,
  missingToken,
  outsideNetworks,
  stepUpRequired,
} from './refusals';

/** A reason to refuse a request, with the response that clients get. */
export interface AccessRefusal {
  /** When it happens, in one sentence. */
  readonly when: string;
  readonly example: Problem;
}

const tokenRefusals: readonly AccessRefusal[] = [
  { when: 'No access token was sent.', example: missingToken() },
  {
    when: 'The access token is not valid, its machine has no active M2M credential, or its user was removed from the organization after it was issued.',
    example: invalidToken(undefined),
  },
  { when: 'The access token has expired.', example: expiredToken(undefined) },
  {
    when: 'The caller is a machine outside the `allowed_networks` of its credential.',
    example: outsideNetworks(undefined),
  },
];

/** Every refusal that follows from the access of a route, in the order of the checks. */
export function accessRefusals(access: Access, operation?: Operation): readonly AccessRefusal[] {
  if (access.kind === 'public') return [];
  if (access.kind === 'management-token') return [managementTokenRefusal];
  return [
    ...tokenRefusals,
    ...(access.kind === 'permission'
      ? [{ when: 'The caller lacks the permission.', example: missingPermission(access.permission) }]
      : []),
    ...(access.kind === 'permission' && access.peopleOnly === true
      ? [{ when: 'The caller is a machine.', example: machineRefused() }]
      : []),
    ...(access.inOrganization
      ? [{ when: 'The access token names no organization.', example: missingOrganization() }]
      : []),
    ...(operation === undefined ? [] : [stepUpRefusal]),
  ];
}

const managementTokenRefusal: AccessRefusal = {
  when: 'The management token is missing or wrong.',
  example: missingManagementToken(),
};

const stepUpRefusal: AccessRefusal = {
  when: 'The organization requires a recent second factor for this write.',
  example: stepUpRequired(300),
};
