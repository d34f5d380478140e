import { type Access } from '@governance/auth-guards';
import { operationOf, routesOf, servedRoutes } from '@governance/http';
import { defaultStepUpPolicy, type Gate, type Operation, type Power, powers } from '@governance/iam';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject } from '@nestjs/swagger';

interface GateRow {
  readonly gate: Gate;
  readonly gives: Power;
  /** Whether organizations without a policy of their own gate it. */
  readonly byDefault: boolean;
}

/** Access and response statuses of a route. */
export interface PolicyRow {
  readonly method: string;
  readonly path: string;
  readonly access: Access;
  /** The name under which organizations gate its write. */
  readonly operation?: Operation;
  /** The gates of the write: its own, and that of the calls which only the body or the target tells apart. */
  readonly stepUp?: readonly GateRow[];
  /** The documented statuses; none for pages, browser files and the management API. */
  readonly statuses: readonly number[];
}

interface PolicySources {
  readonly document?: OpenAPIObject;
  /** Routes without controller or guard. The app checks at startup that it has no others. */
  readonly publicRoutes?: readonly Pick<PolicyRow, 'method' | 'path'>[];
}

/**
 * All routes of the application, sorted: those of its controllers, and other public ones.
 * @throws if one declares no access.
 */
export function routePolicy(
  app: NestExpressApplication,
  { document, publicRoutes = [] }: PolicySources,
): PolicyRow[] {
  const declared = routesOf(app);
  const rows = servedRoutes(app).map(({ method, path }) => {
    const route = declared.find((candidate) => candidate.method === method && candidate.path === path);
    if (!route?.access) throw new Error(`${method} ${path} declares no access`);
    const { access, operation, kind } = route;
    const responses = (document && operationOf(document, { method, path })?.responses) ?? {};
    return {
      method,
      path,
      access,
      ...(operation && { operation, stepUp: [operation, ...(kind ? [kind] : [])].map(gateRow) }),
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

function gateRow(gate: Gate): GateRow {
  return { gate, gives: powers[gate], byDefault: defaultStepUpPolicy.gated.has(gate) };
}

function keyOf({ path, method }: PolicyRow): string {
  return `${path} ${method}`;
}
