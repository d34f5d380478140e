import { isPermission, isServiceIdentityPermission, type Operation, type Permission } from '@governance/iam';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { features } from '../../../src/app.module';
import { type EndpointGroup } from '../../../src/endpoint-groups';
import { type Sample, samples, type Target } from './samples';

/** The rules of spec 4.2 and 5.3 for a route, as `route-policy.json` has them, and its sample. */
export interface MatrixRow extends Sample {
  /** `DELETE /iam/m2m-credentials/{credentialId}` */
  readonly route: string;
  readonly access: 'public' | 'authenticated' | Permission;
  /** False when the token need not name an organization (spec 5.2.7). */
  readonly inOrganization: boolean;
  /** The operation name of a write. */
  readonly operation?: Operation;
  /** Closed to machines, with any permission. */
  readonly peopleOnly?: true;
  /** Absent: always live. */
  readonly group?: EndpointGroup;
  request(targetId: string): { readonly path: string; readonly body?: object };
  readonly success: number;
}

interface PolicyRow {
  readonly method: string;
  readonly path: string;
  readonly access: {
    readonly kind: 'public' | 'authenticated' | 'permission';
    readonly permission?: Permission;
    readonly inOrganization?: boolean;
    readonly peopleOnly?: true;
  };
  readonly operation?: Operation;
  readonly statuses: readonly number[];
}

const file = join(__dirname, '../../../../../docs/api/route-policy.json');
const { platform } = JSON.parse(readFileSync(file, 'utf8')) as { readonly platform: readonly PolicyRow[] };

const isPage = ({ path }: PolicyRow): boolean => path === '/' || /^\/console(\/|$)/.test(path);
const routeOf = ({ method, path }: PolicyRow): string => `${method} ${path}`;

/**
 * The pages of the console, and `/`, which leads there. They take the session of a browser instead of a token, so no row fits them: the e2e tests of the
 * identity provider ask them with and without sessions.
 */
export const consoleRoutes: readonly string[] = platform.filter(isPage).map(routeOf);

/** Every other route of the platform surface. */
export const rows: readonly MatrixRow[] = platform.filter((row) => !isPage(row)).map(rowOf);

function rowOf(policy: PolicyRow): MatrixRow {
  const { path, access, operation, statuses } = policy;
  const route = routeOf(policy);
  const sample = samples[route] ?? {};
  const group = groupOf(path);
  return {
    success: statuses[0] ?? 200,
    ...sample,
    route,
    access: access.permission ?? (access.kind as 'public' | 'authenticated'),
    inOrganization: access.inOrganization ?? false,
    ...(access.peopleOnly && { peopleOnly: true }),
    ...(operation !== undefined && { operation }),
    ...(group !== undefined && { group }),
    request: (targetId) => {
      const body = sample.bodyOf?.(targetId) ?? sample.body;
      return {
        path: path.replace(/\{\w+\}/, sample.segment ?? targetId),
        ...(body && { body }),
      };
    },
  };
}

/** The group whose module has a controller for the path. */
function groupOf(path: string): EndpointGroup | undefined {
  const entries = Object.entries(features) as [EndpointGroup, object][];
  return entries.find(([, module]) => {
    const controllers = Reflect.getMetadata('controllers', module) as readonly object[];
    const roots = controllers.map((controller) => `/${String(Reflect.getMetadata('path', controller))}`);
    return roots.some((root) => path === root || path.startsWith(`${root}/`));
  })?.[0];
}

export const publicRows = rows.filter(({ access }) => access === 'public');
export const privateRows = rows.filter(({ access }) => access !== 'public');
export const writes = privateRows.filter(isWrite);
export const reads = privateRows.filter((row) => !isWrite(row));

function isWrite(row: MatrixRow): row is MatrixRow & { readonly operation: Operation } {
  return row.operation !== undefined;
}

/** The target that the path of the row names. A capability in a body belongs to no organization. */
export function targetOf({ route, target }: MatrixRow): Target | undefined {
  return route.includes('{') ? target : undefined;
}

/** The permission that the row needs, if any. */
export function permissionOf({ access }: MatrixRow): Permission | undefined {
  return access === 'public' || access === 'authenticated' ? undefined : access;
}

/** Only users have profiles, and change trust rules, members and connections: machines are refused, even if their tokens claim the permission. */
export function isForPeople({ access, peopleOnly }: MatrixRow): boolean {
  return peopleOnly === true || (isPermission(access) && !isServiceIdentityPermission(access));
}
