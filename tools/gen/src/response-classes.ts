import { operationOf, type Route } from '@governance/http';
import { type OpenAPIObject } from '@nestjs/swagger';

/**
 * The routes that answer JSON without naming the class of their response by `@SerializeAs`, such as `GET /api/me`: only their
 * code decides what they send (ADR 22).
 */
export function routesWithoutResponseClass(routes: readonly Route[], document: OpenAPIObject): string[] {
  const missing = routes.filter(
    (route) => route.responseType === undefined && answersJson(operationOf(document, route)?.responses),
  );
  return missing.map(({ method, path }) => `${method} ${path}`).toSorted();
}

/** Whether one of the success responses is JSON. */
function answersJson(responses: object = {}): boolean {
  const described: readonly [string, { readonly content?: object }][] = Object.entries(responses);
  return described.some(
    ([status, { content = {} }]) =>
      status.startsWith('2') &&
      Object.keys(content).some((type) => /^application\/(?:\w+\+)?json$/.test(type)),
  );
}
