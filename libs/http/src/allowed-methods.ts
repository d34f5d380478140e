import { type Request } from 'express';

/** Express matches with it at every request; only its types leave it out. */
interface Matching {
  match(path: string): boolean;
}

/** The methods that the path of a request has, in upper case; none for an unknown path. */
export function allowedMethods({ app, path }: Request): string[] {
  const methods = new Set<string>();
  for (const layer of app.router.stack as ((typeof app.router.stack)[number] & Matching)[]) {
    if (!layer.route || !layer.match(path)) continue;
    for (const { method } of layer.route.stack) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
