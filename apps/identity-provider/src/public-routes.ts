import { type Route } from '@governance/http';

type ServedRoute = Pick<Route, 'method' | 'path'>;

/** The OAuth and OpenID Connect endpoints for applications and machines. */
const protocol = [
  'GET /.well-known/openid-configuration',
  'GET /.well-known/oauth-authorization-server',
  'GET /jwks',
  'POST /token',
  'POST /token/revocation',
  'GET /userinfo',
  'POST /userinfo',
  'POST /device/auth',
];

/** The pages for browsers. */
const pages = [
  'GET /',
  'GET /auth',
  'POST /auth',
  'GET /auth/{uid}',
  'GET /device',
  'POST /device',
  'GET /device/{uid}',
  'GET /session/end',
  'POST /session/end',
  'POST /session/end/confirm',
  'GET /session/end/success',
  'GET /assets/{version}/{name}',
  'GET /connections/{connectionId}/callback',
  'GET /invitations/{token}',
  'POST /invitations/{token}',
  'GET /account',
  'GET /account/signed-in',
  'GET /account/password',
  'POST /account/password',
  'GET /account/passkeys',
  'POST /account/passkeys',
  'POST /account/passkeys/removal',
  'GET /account/authenticator',
  'POST /account/authenticator',
  'GET /account/recovery-codes',
  'POST /account/recovery-codes',
  'POST /account/second-factor-reset',
  'GET /second-factor-resets/{token}',
  'POST /second-factor-resets/{token}',
  'GET /account/sessions',
  'POST /account/sessions/end',
  'POST /account/sessions/end-others',
  'GET /password-resets/{token}',
  'POST /password-resets/{token}',
  'GET /sign-in/{uid}',
  'GET /sign-in/{uid}/connected/{connectionId}',
  'GET /sign-in/{uid}/password-reset',
  'GET /sign-in/{uid}/password-reset/sent',
];

const forms = [
  'password',
  'password-reset',
  'new-password',
  'code',
  'recovery-code',
  'passkey',
  'enrol',
  'enrol-passkey',
  'recovery-codes',
  'organization',
  'consent',
  'find-organization',
  'connection',
  'another-person',
  'cancel',
].map((form) => `POST /sign-in/{uid}/${form}`);

/** Every route outside the controllers, and so without a guard. The route policy lists them as public. */
export const publicRoutes: readonly ServedRoute[] = [...protocol, ...pages, ...forms].map((name) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, path };
});

/** Denies by default: a route outside the controllers that is not declared public prevents startup. */
export function checkPublicRoutes(served: readonly ServedRoute[]): void {
  const declared = new Set(publicRoutes.map(nameOf));
  const found = new Set(served.map(nameOf));
  const problems = [
    ...[...found].filter((name) => !declared.has(name)).map((name) => `${name} declares no access`),
    ...[...declared]
      .filter((name) => !found.has(name))
      .map((name) => `${name} is declared public and not served`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function nameOf({ method, path }: ServedRoute): string {
  return `${method} ${path}`;
}
