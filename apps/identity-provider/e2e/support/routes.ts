import { type Express } from 'express';
import { type IdentityApp } from './identity-app';

export interface ServedRoute {
  readonly path: string;
  readonly method: string;
}

/** Every registered route of the provider, so that none is forgotten. */
export function servedRoutes({ app }: Pick<IdentityApp, 'app'>): ServedRoute[] {
  const server: Express = app.getHttpAdapter().getInstance();
  return server.router.stack.flatMap(({ route }) =>
    route ? route.stack.map(({ method }) => ({ path: route.path, method: method.toUpperCase() })) : [],
  );
}
