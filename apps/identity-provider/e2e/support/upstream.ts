import { nextRsaKeyPair } from '@governance/testing';
import { decodeJwt, exportJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { type KeyObject } from 'node:crypto';
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

/** How a persona signs in. */
export interface UpstreamSignIn {
  readonly acr?: string;
  readonly amr?: string[];
  /** Seconds since 1970; absent: now. */
  readonly ts?: number;
}

/** The OpenID provider of an organization, at which one persona signs in automatically. */
export interface TestUpstream {
  readonly issuer: string;
  readonly settings: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
  /** The persona that signs in from now on; undefined cancels. */
  persona: UpstreamPersona | undefined;
  /** How it signs in. */
  signIn: UpstreamSignIn;
  /** Other claims for an ID token, which the provider signs, or another token in its place. */
  lie: ((claims: JWTPayload, idToken: string) => JWTPayload | string) | undefined;
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
    signIn: {},
    lie: undefined,
    answer: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const { privateKey } = nextRsaKeyPair();
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'upstream' };
  // The library warns that such a provider is not for production.
  const [warn, info] = [jest.spyOn(console, 'warn'), jest.spyOn(console, 'info')];
  for (const said of [warn, info]) said.mockReturnValue();
  const provider = createProvider(upstream, { redirectUris, claimsInIdToken, jwk });
  provider.use(async (ctx, next) => {
    await next();
    const answer = ctx.body as { id_token?: string } | undefined;
    if (ctx.path === '/token' && typeof answer?.id_token === 'string') {
      answer.id_token = await told(upstream, answer.id_token, privateKey);
    }
  });
  for (const said of [warn, info]) said.mockRestore();
  const handle = provider.callback();
  server.on('request', (req, res) => {
    requests.push(`${req.method ?? ''} ${(req.url ?? '').split('?', 1).join('')}`);
    if (upstream.answer?.(req, res)) return;
    if (req.url?.startsWith('/interaction/')) void signIn(provider, { req, res, upstream });
    else void handle(req, res);
  });
  return upstream;
}

function createProvider(
  upstream: TestUpstream,
  { redirectUris, claimsInIdToken, jwk }: Required<UpstreamOptions> & { readonly jwk: JWK },
): Provider {
  return new Provider(upstream.issuer, {
    jwks: { keys: [jwk] },
    acrValues: ['urn:acme:loa:1', 'urn:acme:loa:2'],
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        scope: 'openid email profile',
      },
    ],
    claims: { openid: ['sub', 'acr', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
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
  readonly upstream: Pick<TestUpstream, 'persona' | 'signIn'>;
}

/** The ID token that the provider answers with: its own, unless it lies. */
async function told({ lie }: TestUpstream, idToken: string, key: KeyObject): Promise<string> {
  const claims = lie?.(decodeJwt(idToken), idToken) ?? idToken;
  if (typeof claims === 'string') return claims;
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'upstream' }).sign(key);
}

async function signIn(provider: Provider, { req, res, upstream }: Arrival): Promise<void> {
  const { persona } = upstream;
  const result = persona
    ? { login: { accountId: persona.sub, ...upstream.signIn } }
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
