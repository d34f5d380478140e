import { type IssuerEntry } from '@governance/config';
import { permissions } from '@governance/iam';
import { type HttpAnswer, sharedPart, startTokenIssuer, type TokenIssuer } from '@governance/testing';
import { randomBytes } from 'node:crypto';
import { emptyTables } from './empty-tables';
import { GatedIdentityProvider } from './gated-identity-provider';
import { platformBaseUrl, type PlatformApp, type PlatformAppOptions, startPlatformApp } from './platform-app';

export const credentialsPath = '/iam/m2m-credentials';

/** The rest of a request, besides its method and path. */
export interface Request {
  /** Absent: the token of an account admin; undefined: no token. */
  readonly token?: string | undefined;
  /** JSON; a string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A credential as returned by its creation. */
export interface Created {
  readonly id: string;
  readonly clientId: string;
  /** For a `client_secret` credential. */
  readonly secret: string;
}

/** An organization on the platform surface, which has an in-memory issuer and provider. */
export interface CredentialsApp extends Omit<PlatformApp, 'loseDatabase' | 'close'> {
  readonly issuer: TokenIssuer;
  readonly provider: GatedIdentityProvider;
  readonly orgId: string;
  /** A token of a user of the organization with all permissions; `claims` override. */
  personToken(claims?: Readonly<Record<string, unknown>>): string;
  /** A token of a machine of the organization with all machine permissions; `claims` override. */
  machineToken(clientId: string, claims?: Readonly<Record<string, unknown>>): string;
  ask(method: string, path: string, request?: Request): Promise<HttpAnswer>;
  /** Sends a request below `/iam/m2m-credentials`. */
  manage(method: string, below: string, request?: Request): Promise<HttpAnswer>;
  /** Creates a credential, with a secret unless `members` says otherwise. */
  create(members?: object, request?: Request): Promise<Created>;
}

/** An app of its own, for tests of settings, outages and replicas. */
export interface OwnCredentialsApp extends CredentialsApp, PlatformApp {}

export interface CredentialsAppOptions extends PlatformAppOptions {
  /** Issuers whose tokens are accepted besides those of the app's own issuer. */
  readonly otherIssuers?: readonly IssuerEntry[];
}

export async function startCredentialsApp({
  otherIssuers,
  ...options
}: CredentialsAppOptions = {}): Promise<OwnCredentialsApp> {
  const issuer = await startTokenIssuer({ audience: platformBaseUrl });
  const provider = new GatedIdentityProvider();
  const own: IssuerEntry = { issuer: issuer.issuer, issues: ['people', 'machines'] };
  const settings = {
    OIDC_ISSUER: issuer.issuer,
    ...(otherIssuers && { OIDC_ISSUERS_FILE: [own, ...otherIssuers] }),
    ...options.settings,
  };
  const app = await startPlatformApp({ provider, ...options, settings });
  return {
    ...app,
    ...organizationOf({ ...app, issuer, provider }, 'org_acme'),
    close: async () => {
      await app.close();
      await issuer.close();
    },
  };
}

const shared = sharedPart(() => startCredentialsApp());

/** A new organization on the app of the run, which has nothing from earlier tests. */
export async function newOrganization(): Promise<CredentialsApp> {
  const app = await shared();
  await emptyTables(app);
  app.provider.reset();
  return { ...app, ...organizationOf(app, `org_${randomBytes(6).toString('hex')}`) };
}

/** What an organization adds to its app. */
function organizationOf(
  { call, issuer, provider }: Pick<CredentialsApp, 'call' | 'issuer' | 'provider'>,
  orgId: string,
): Omit<CredentialsApp, Exclude<keyof PlatformApp, 'loseDatabase' | 'close'>> {
  const ours = { org_id: orgId, permissions, scope: 'api:full:read api:full:write' };
  const personToken: CredentialsApp['personToken'] = (claims) =>
    issuer.mint({ claims: { ...ours, ...claims } });
  const ask: CredentialsApp['ask'] = (method, path, request = {}) => {
    const token = 'token' in request ? request.token : personToken();
    return call(path, { method, ...initOf(token, request) });
  };
  const manage: CredentialsApp['manage'] = (method, below, request) =>
    ask(method, credentialsPath + below, request);
  return {
    issuer,
    provider,
    orgId,
    personToken,
    ask,
    manage,
    machineToken: (clientId, claims) => issuer.mintForMachine(clientId, { claims: { ...ours, ...claims } }),
    create: async (members = {}, request = {}) => {
      const body = { name: 'Nightly export', type: 'client_secret', ...members };
      const answer = await manage('POST', '', { ...request, body });
      expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
      const { id, client_id: clientId, client_secret: secret } = answer.body;
      return { id: String(id), clientId: String(clientId), secret: String(secret) };
    },
  };
}

function initOf(token: string | undefined, { body, headers = {} }: Request): RequestInit {
  return {
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}
