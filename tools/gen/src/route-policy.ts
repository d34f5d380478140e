import { type Access } from '@governance/auth-guards';
import { operationOf, routesOf, servedRoutes } from '@governance/http';
import { type Operation } from '@governance/iam';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject } from '@nestjs/swagger';

/** Who may call a route, and what it answers. */
export interface PolicyRow {
  readonly method: string;
  readonly path: string;
  readonly access: Access;
  /** The write that it makes, by the name under which organizations gate it. */
  readonly operation?: Operation;
  /** What its documentation says that it answers; none for what people and browsers read. */
  readonly statuses: readonly number[];
}

/**
 * Every route that the application serves, sorted: those of its controllers, and the public ones beside them. Throws when one
 * declares no access.
 */
export function routePolicy(
  app: NestExpressApplication,
  document: OpenAPIObject,
  publicRoutes: readonly Pick<PolicyRow, 'method' | 'path'>[] = [],
): PolicyRow[] {
  const declared = routesOf(app);
  const rows = servedRoutes(app).map(({ method, path }) => {
    const route = declared.find((candidate) => candidate.method === method && candidate.path === path);
    if (!route?.access) throw new Error(`${method} ${path} declares no access`);
    const { access, operation } = route;
    const responses = operationOf(document, { method, path })?.responses ?? {};
    return {
      method,
      path,
      access,
      ...(operation && { operation }),
      statuses: Object.keys(responses).map(Number),
    };
  });
  const beside = publicRoutes.map(({ method, path }): PolicyRow => ({
    method,
    path,
    access: { kind: 'public' },
    statuses: [],
  }));
  return [...rows, ...beside].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function keyOf({ path, method }: PolicyRow): string {
  return `${path} ${method}`;
}
