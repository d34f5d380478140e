import { type Request } from 'express';

/** A layer of Express's router. Express uses `match` for every request, but does not declare it. */
export type RouteLayer = Request['app']['router']['stack'][number] & { match(path: string): boolean };

/** The methods of a request's path, in upper case; empty for an unknown path. */
export function allowedMethods({ app, path }: Request): string[] {
  const methods = new Set<string>();
  for (const layer of app.router.stack as RouteLayer[]) {
    if (!layer.route || !layer.match(path)) continue;
    for (const { method } of layer.route.stack) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
