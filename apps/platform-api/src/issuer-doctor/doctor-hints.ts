import { type TokenExamination } from '@governance/auth-guards';

/** What to configure at each kind of issuer, for one thing that a token lacks or has wrong. */
export interface Hint {
  readonly topic: string;
  readonly steps: Readonly<Record<string, string>>;
}

const hints = {
  type: {
    Keycloak: 'client attribute access.token.header.type.rfc9068 = true',
    Auth0: 'token dialect of the API: RFC 9068',
    others:
      'name the type in the profile: "types": ["JWT"]. ID tokens have it too, so keep an audience that only access tokens have',
  },
  audience: {
    Keycloak: 'audience mapper with the expected audience, in the access token',
    Auth0: 'identifier of the API = the expected audience, and request it as audience',
    'Entra ID': 'Application ID URI of the API; the profile can name its own audience',
    Okta: 'audience of the custom authorization server',
  },
  issuer: { all: 'add the issuer to OIDC_ISSUERS_FILE, with exactly the iss of the token' },
  key: { all: 'check jwks_uri in the discovery document of the issuer, and jwksUri in the profile' },
  kind: {
    Keycloak:
      'machines: hardcoded claim mapper gty = client-credentials; people: client scope basic (auth_time, sid)',
    Auth0: 'people: a session claim by a post-login Action, named in sessionClaims of the profile',
    others: 'people: name a claim of user sessions in sessionClaims, which service accounts never have',
  },
  bothKinds: {
    all: 'remove the claim of user sessions from the tokens of service accounts, or the sign of a machine from users',
  },
  issues: {
    all: 'the profile decides with issues; machines belong to the managed issuer, where credentials are created',
  },
  organizations: {
    Keycloak: 'request the scope organization:ALIAS, never organization:*',
    others: 'write one organization to the token: the one that the user chose when signing in',
  },
  organization: {
    Keycloak: 'client scope organization, and the path organization as org_id; alias = our organization id',
    Auth0: 'sign in with the parameter organization; the claim is org_id',
    others: 'write our organization id to a claim, and name its path as org_id in the profile',
  },
  permissions: {
    Keycloak:
      'organization group membership mapper, the path organization.*.groups as roles, rolePermissions, and the scope api:full:read or api:full:write',
    Auth0: 'API settings: RBAC and "Add Permissions in the Access Token"',
    others: 'map role names with rolePermissions in the profile',
  },
  secondFactor: {
    Keycloak: 'user session note mapper for loa-map, and the path loa_map.2 as mfa_at',
    Auth0: 'the post-login Action docker/auth0/post-login.cjs writes mfa_at',
    others: 'freshness acr with acrValues, if a listed acr always means a second factor',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

type Topic = keyof typeof hints;

const topicsByReason: Readonly<Record<string, Topic>> = {
  typ: 'type',
  aud: 'audience',
  iss: 'issuer',
  kid: 'key',
};

const topicsByProblem: readonly (readonly [RegExp, Topic])[] = [
  [/^neither person nor machine$/, 'kind'],
  [/^both person and machine$/, 'bothKinds'],
  [/^the issuer may not issue/, 'issues'],
  [/names \d+ organizations, not one$/, 'organizations'],
];

/** For every defect, and for what an accepted token lacks. */
export function hintsFor({ defects, verdict }: TokenExamination): readonly Hint[] {
  const ofDefects = defects.flatMap(({ reason, problem = '' }) => {
    const byProblem = topicsByProblem.find(([pattern]) => pattern.test(problem))?.[1];
    return byProblem ?? topicsByReason[reason] ?? [];
  });
  const topics = new Set<Topic>([...ofDefects, ...(verdict.outcome === 'accepted' ? lacking(verdict) : [])]);
  return [...topics].map((topic) => ({ topic, steps: hints[topic] }));
}

function lacking({
  caller,
}: Extract<TokenExamination['verdict'], { outcome: 'accepted' }>): readonly Topic[] {
  const topics: readonly (readonly [boolean, Topic])[] = [
    [caller.orgId === undefined, 'organization'],
    [caller.permissions.size === 0, 'permissions'],
    [caller.kind === 'person' && caller.stepUp.mfaAt === undefined, 'secondFactor'],
  ];
  return topics.filter(([isLacking]) => isLacking).map(([, topic]) => topic);
}
