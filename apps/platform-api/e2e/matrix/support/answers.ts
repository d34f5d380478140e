import { type Permission } from '@governance/iam';
import { type HttpAnswer } from '@governance/testing';
import { platformBaseUrl } from '../../support/platform-app';
import { type Target } from './samples';

/** The parts of a response that clients rely on. */
export interface CheckedParts {
  readonly status: number;
  readonly challenge: string | null;
  readonly versions: string | null;
  readonly cacheControl: string | null;
  readonly contentType: string | null;
  readonly body: unknown;
}

export function checkedParts({ status, headers, body }: HttpAnswer): CheckedParts {
  return {
    status,
    body,
    challenge: headers.get('www-authenticate'),
    versions: headers.get('api-supported-versions'),
    cacheControl: headers.get('cache-control'),
    contentType: headers.get('content-type'),
  };
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly challenge?: string;
  readonly members?: object;
}

function refusal({ status, code, text, challenge = '', members }: Refusal): CheckedParts {
  return {
    status,
    challenge: challenge || null,
    versions: '1.0',
    cacheControl: 'no-store',
    contentType: 'application/json; charset=utf-8',
    body: { error: code, error_description: text, ...members },
  };
}

/** RFC 9728, 5.1: every 401 names it. */
export const resourceMetadata = `resource_metadata="${platformBaseUrl}/.well-known/oauth-protected-resource"`;

export const noToken = refusal({
  status: 401,
  code: 'invalid_token',
  challenge: `Bearer ${resourceMetadata}`,
  text: 'an access token is needed: Authorization: Bearer <token>',
});

const bad = {
  status: 401,
  code: 'invalid_token',
  challenge: `Bearer error="invalid_token", ${resourceMetadata}`,
} as const;
export const badToken = refusal({ ...bad, text: 'the access token is not valid' });
export const expiredToken = refusal({ ...bad, text: 'the access token has expired' });

const insufficient = { status: 403, code: 'insufficient_permissions' } as const;
export const noOrganization = refusal({
  ...insufficient,
  text: 'the access token names no organization',
  challenge: 'Bearer error="insufficient_scope"',
});

export const notForMachines = refusal({
  ...insufficient,
  text: 'this operation is not open to machines',
  challenge: 'Bearer error="insufficient_scope"',
});

export function lacks(permission: Permission): CheckedParts {
  return refusal({
    ...insufficient,
    text: `the access token lacks the permission ${permission}`,
    challenge: `Bearer error="insufficient_scope", scope="${permission}"`,
  });
}

/** spec 7.2 */
export function stepUp(maxAge: number): CheckedParts {
  return refusal({
    status: 403,
    code: 'step_up_required',
    members: { max_age: maxAge },
    text: 'sign in again with a second factor, then repeat the call',
    challenge: `Bearer error="insufficient_user_authentication", max_age="${maxAge}"`,
  });
}

/** The 404 of a path that names the target. */
export function unknown(target: Target): CheckedParts {
  const what = target.replace(/^(?:unused|overlapping|assessed)-/, '');
  return refusal({
    status: 404,
    code: 'not_found',
    text: `there is no ${what.replace('-', ' ')} with this ${what === 'domain' ? 'name' : 'id'}`,
  });
}

export const unknownPath = refusal({
  status: 404,
  code: 'not_found',
  text: 'no such path',
});
