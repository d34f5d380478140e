import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from './bundled-program';

type Surface = 'public' | 'platform' | 'identity';

interface PolicyRoute {
  readonly method: string;
  readonly path: string;
}

/** What programs read. */
const notForPeople =
  /^\/(?:api|\.well-known|health|iam|org|self|management|assets|console\/assets|jwks|userinfo)(?:\/|$)|\.(?:json|txt|ico|png)$/;

/** Where a link cannot lead: only a form, a redirect or a program does. */
const notByLink: ReadonlySet<string> = new Set([
  'platform /console/callback',
  'platform /console/continue',
  'platform /console/signed-out',
  'platform /docs/{name}',
  'public /docs/{name}',
  // While the file is made, its link leads there.
  'public /results/{capability}/certificate',
  'public /results/{capability}/evidence-report',
  'public /results/{capability}/compare/{other}',
  'public /campaign/{capability}/assessment',
  'public /verify/ownership/{link}',
  'identity /auth/{uid}',
  'identity /account/signed-in',
  'identity /connections/{connectionId}/callback',
  'identity /device/{uid}',
  'identity /session/end/success',
  'identity /sign-in/{uid}/password-reset/sent',
  'identity /sign-in/{uid}/connected/{connectionId}',
]);

/** The GET routes for people, by docs/api/route-policy.json. */
export class SiteRoutes {
  private readonly routes: readonly (readonly [name: string, surface: string, pattern: RegExp])[];

  constructor(private readonly origins: Readonly<Record<Surface, string>>) {
    const policy = JSON.parse(
      readFileSync(join(workspace, 'docs/api/route-policy.json'), 'utf8'),
    ) as Readonly<Record<Surface, readonly PolicyRoute[]>>;
    this.routes = Object.entries(policy).flatMap(([surface, routes]) =>
      routes
        .filter(({ method, path }) => method === 'GET' && !notForPeople.test(path))
        // A path without parameters goes before one that it could be a value of.
        .toSorted((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))
        .map(({ path }) => [`${surface} ${path}`, surface, patternOf(path)] as const),
    );
  }

  /** Undefined: not a route for people. */
  nameOf({ origin, pathname }: URL): string | undefined {
    const at = Object.entries(this.origins).find(([, each]) => each === origin)?.[0];
    return this.routes.find(([, surface, pattern]) => surface === at && pattern.test(pathname))?.[0];
  }

  /** Those to which a link must lead. */
  byLink(): readonly string[] {
    return this.routes.map(([name]) => name).filter((name) => !notByLink.has(name));
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
