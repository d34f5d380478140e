import { type Access } from '@governance/auth-guards';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Guarded = Exclude<Access, { readonly kind: 'public' | 'management-token' }>;

/** An operation that needs a token, from route-policy.json. */
export interface GuardedOperation {
  readonly method: string;
  /** With an unknown id for every parameter. */
  readonly path: string;
  readonly access: Guarded;
  /** The operation name, for a write. */
  readonly operation: string | undefined;
  /** `GET /iam/m2m-credentials/{credentialId}` */
  readonly name: string;
}

interface PolicyRow {
  readonly method: string;
  readonly path: string;
  readonly access: Access;
  readonly operation?: string;
}

const file = join(__dirname, '../../../../docs/api/route-policy.json');
const { platform } = JSON.parse(readFileSync(file, 'utf8')) as { readonly platform: readonly PolicyRow[] };
const nothing = '00000000-0000-4000-8000-000000000000';

/** Every operation of the surface that needs a token, for tests that apply to all of them. */
export const guardedOperations: readonly GuardedOperation[] = platform.flatMap(
  ({ method, path, access, operation }) =>
    access.kind === 'public' || access.kind === 'management-token'
      ? []
      : [
          {
            method,
            access,
            operation,
            name: `${method} ${path}`,
            path: path.replaceAll(/\{\w+\}/g, nothing),
          },
        ],
);
