import { acceptedIssuersOf } from '@governance/auth-guards';
import { issuerSettings } from '@governance/config';
import { type Caller, claimsToCaller, ClaimsRefused, stepUp } from '@governance/iam';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = join(__dirname, '../../../../docker/auth0');
const load = createRequire(__filename);
const claimsNamespace = 'https://governance.example.org/claims/';
const audience = 'https://api.example.org';
const secrets = { AUDIENCE: audience, CLAIMS_NAMESPACE: claimsNamespace, MFA_MAX_AGE: '300' };
const now = new Date('2026-11-23T12:00:00.000Z');

/** Auth0 ignores custom claims of these names, so an Action that sets one is wrong. */
const reserved = ['iss', 'sub', 'aud', 'exp', 'iat', 'azp', 'gty', 'scope', 'permissions', 'org_id'];

/** The part of the Action API that the documentation describes and these Actions use. */
class ActionApi {
  readonly claims: Record<string, unknown> = {};
  readonly denials: (readonly [string, string])[] = [];
  readonly accessToken = {
    setCustomClaim: (name: string, value: unknown): void => {
      if (reserved.includes(name) || !URL.canParse(name)) throw new Error(`${name} is not namespaced`);
      this.claims[name] = value;
    },
  };
  readonly access = {
    deny: (code: string, reason: string): void => {
      this.denials.push([code, reason]);
    },
  };
}

type Action = (event: object, api: ActionApi) => Promise<void>;
const { onExecutePostLogin } = load(join(folder, 'post-login.cjs')) as { onExecutePostLogin: Action };
const { onExecuteCredentialsExchange } = load(join(folder, 'credentials-exchange.cjs')) as {
  onExecuteCredentialsExchange: Action;
};

/** The claims of Auth0 itself, for a user who signed in to an organization. */
const ofTenant = {
  iss: 'https://tenant.eu.auth0.com/',
  sub: 'auth0|6f1c',
  aud: [audience, 'https://tenant.eu.auth0.com/userinfo'],
  azp: 'spa',
  org_id: 'org_acme',
  permissions: ['m2m:credentials:write'],
};

const login = {
  secrets,
  resource_server: { identifier: audience },
  user: { email: 'ada@acme.example', email_verified: true, name: 'Ada' },
  authentication: { methods: [{ name: 'pwd', timestamp: '2026-11-23T11:00:00.000Z' }] },
  authorization: { roles: ['account-admin'] },
  organization: { id: 'org_acme', metadata: {} },
};
const mfa = (timestamp: string) => ({
  methods: [...login.authentication.methods, { name: 'mfa', timestamp }],
});

async function claimsAfter(event: object): Promise<Record<string, unknown>> {
  const api = new ActionApi();
  await onExecutePostLogin(event, api);
  return { ...ofTenant, ...api.claims };
}

function callerOf(claims: Record<string, unknown>): Caller {
  const entries = issuerSettings.OIDC_ISSUERS_FILE.parse(join(folder, 'issuers.json'));
  const tenant = acceptedIssuersOf({ entries, claimsNamespace, audience }).find(
    ({ profile }) => profile.issuer === ofTenant.iss,
  );
  if (tenant === undefined) throw new Error('the example has no tenant');
  return claimsToCaller(claims, tenant.profile);
}

function challenged(caller: Caller): unknown {
  const policy = { gated: new Set(['m2m-credentials:create'] as const) };
  return stepUp(caller, { gate: 'm2m-credentials:create', policy, now });
}

describe('the post-login Action for Auth0', () => {
  it('makes a token that the example profile reads as a person with all claims', async () => {
    const caller = callerOf(await claimsAfter({ ...login, authentication: mfa('2026-11-23T11:59:00.000Z') }));
    expect(caller).toMatchObject({
      kind: 'person',
      orgId: 'org_acme',
      permissions: new Set(['m2m:credentials:write']),
      email: 'ada@acme.example',
      emailVerified: true,
      name: 'Ada',
      roles: ['account-admin'],
    });
    expect(challenged(caller)).toEqual({ required: false });
  });

  it('is needed: a token without its claims shows no person', () => {
    expect(() => callerOf(ofTenant)).toThrow(ClaimsRefused);
  });

  it('writes the time of the factor, and not that of the password', async () => {
    const withoutFactor = callerOf(await claimsAfter(login));
    expect(challenged(withoutFactor)).toEqual({ required: true, maxAgeSeconds: 300 });
    const stale = await claimsAfter({ ...login, authentication: mfa('2026-11-23T11:54:59.000Z') });
    expect(challenged(callerOf(stale))).toEqual({ required: true, maxAgeSeconds: 300 });
  });

  it('uses the window of the organization, and fails closed when a window is malformed', async () => {
    const windowWith = async (mfa_max_age: string | undefined, own = secrets) => {
      const event = { ...login, secrets: own, organization: { id: 'org_acme', metadata: { mfa_max_age } } };
      return (await claimsAfter(event))[`${claimsNamespace}mfa_max_age`];
    };
    expect(await windowWith('900')).toBe(900);
    expect(await windowWith('0')).toBe(0);
    expect(await windowWith(undefined)).toBe(300);
    expect(await windowWith('soon')).toBe(-1);
    expect(await windowWith(undefined, { ...secrets, MFA_MAX_AGE: '' })).toBe(-1);
  });

  it('leaves tokens for another API alone', async () => {
    const api = new ActionApi();
    await onExecutePostLogin({ ...login, resource_server: { identifier: 'https://other' } }, api);
    await onExecutePostLogin({ ...login, resource_server: undefined }, api);
    expect(api.claims).toEqual({});
  });
});

describe('the credentials-exchange Action for Auth0', () => {
  const exchange = { secrets, resource_server: { identifier: audience } };

  it('refuses a machine without an organization, for the platform alone', async () => {
    const api = new ActionApi();
    await onExecuteCredentialsExchange({ ...exchange, organization: { id: 'org_acme' } }, api);
    await onExecuteCredentialsExchange({ secrets, resource_server: { identifier: 'https://other' } }, api);
    expect(api.denials).toEqual([]);
    await onExecuteCredentialsExchange(exchange, api);
    expect(api.denials).toEqual([['invalid_request', expect.stringContaining('organization')]]);
  });

  it('adds no claim, so that a machine has no claim of a user', async () => {
    const api = new ActionApi();
    await onExecuteCredentialsExchange(exchange, api);
    expect(api.claims).toEqual({});
  });
});
