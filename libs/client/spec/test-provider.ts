import { type Answer, type Received, type TestServer } from './test-server';

/** Surface and identity provider on one origin. `token` answers the token endpoint, with the fields of its form. */
export function answering(
  server: TestServer,
  token: (form: Record<string, string>) => Answer | undefined,
  changes: {
    readonly resource?: string;
    readonly oauth?: boolean;
    readonly expiresIn?: number;
    readonly metadata?: object;
  } = {},
): void {
  const { origin } = server;
  const metadata = {
    issuer: origin,
    token_endpoint: `${origin}/token`,
    revocation_endpoint: `${origin}/revoke`,
    device_authorization_endpoint: `${origin}/device/auth`,
    ...changes.metadata,
  };
  const routes: Record<string, (request: Received) => Answer | undefined> = {
    '/.well-known/oauth-protected-resource': () => ({
      body: { resource: changes.resource ?? origin, authorization_servers: [origin] },
    }),
    '/.well-known/oauth-authorization-server': () =>
      changes.oauth === false ? { status: 404 } : { body: metadata },
    '/.well-known/openid-configuration': () => ({ body: metadata }),
    '/token': ({ body }) => token(Object.fromEntries(new URLSearchParams(body))),
    '/revoke': () => ({ body: '' }),
    '/device/auth': () => ({
      body: {
        device_code: 'device-code',
        user_code: 'BBBB-CCCC',
        verification_uri: `${origin}/device`,
        expires_in: changes.expiresIn ?? 600,
        interval: 0.01,
      },
    }),
  };
  server.handle((request) => routes[request.url]?.(request) ?? { status: 404 });
}

export const granted = (token: string, more: object = {}): Answer => ({
  body: { access_token: token, token_type: 'Bearer', expires_in: 600, ...more },
});

/** The forms that a path has received. */
export function formsTo(server: TestServer, path: string): Record<string, string>[] {
  return server.received
    .filter(({ url }) => url === path)
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
}
