import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { type BrowserPage, PersonBrowser } from './person-browser';

export interface UpstreamPersona {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface UpstreamOptions {
  /** The registered redirect URIs. */
  readonly redirectUris: string[];
  /** Whether the ID token contains the profile claims; otherwise only the userinfo endpoint has them. */
  readonly claimsInIdToken?: boolean;
}

/** The OpenID provider of an organization, at which one persona signs in automatically. */
export interface TestUpstream {
  readonly issuer: string;
  readonly settings: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
  /** The persona that signs in from now on; undefined cancels. */
  persona: UpstreamPersona | undefined;
  /** The received requests. */
  readonly requests: string[];
  /** Answers instead of the provider. */
  answer: ((req: IncomingMessage, res: ServerResponse) => boolean) | undefined;
  close(): Promise<void>;
}

const [clientId, clientSecret] = ['governance', 'upstream-canary-secret-0123456789'];

export async function startUpstream({
  redirectUris,
  claimsInIdToken = true,
}: UpstreamOptions): Promise<TestUpstream> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests: string[] = [];
  const upstream: TestUpstream = {
    issuer,
    settings: { issuer, clientId, clientSecret },
    requests,
    persona: undefined,
    answer: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  // The library warns that such a provider is not for production.
  const [warn, info] = [jest.spyOn(console, 'warn'), jest.spyOn(console, 'info')];
  for (const said of [warn, info]) said.mockReturnValue();
  const provider = createProvider(upstream, { redirectUris, claimsInIdToken });
  for (const said of [warn, info]) said.mockRestore();
  const handle = provider.callback();
  server.on('request', (req, res) => {
    requests.push(`${req.method ?? ''} ${(req.url ?? '').split('?', 1).join('')}`);
    if (upstream.answer?.(req, res)) return;
    if (req.url?.startsWith('/interaction/')) void signIn(provider, { req, res, persona: upstream.persona });
    else void handle(req, res);
  });
  return upstream;
}

function createProvider(
  upstream: TestUpstream,
  { redirectUris, claimsInIdToken }: Required<UpstreamOptions>,
): Provider {
  return new Provider(upstream.issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        scope: 'openid email profile',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !claimsInIdToken,
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...upstream.persona, sub }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

interface Arrival {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly persona: UpstreamPersona | undefined;
}

async function signIn(provider: Provider, { req, res, persona }: Arrival): Promise<void> {
  const result = persona
    ? { login: { accountId: persona.sub } }
    : { error: 'access_denied', error_description: 'turned back' };
  await provider.interactionFinished(req, res, result);
}

/** Follows the link of our page to the upstream provider, signs in there, and returns. */
export async function passUpstream(
  browser: PersonBrowser,
  upstream: TestUpstream,
  at = new PersonBrowser(upstream.issuer),
): Promise<BrowserPage> {
  const { url } = await at.open(browser.page?.url ?? '');
  return browser.open(url);
}
