import { roles } from '@governance/iam';
import { type WantedFlow } from './flow-steps';

/** What the realm is prepared for, besides machines. */
export interface PeoplePreparation {
  /** The audience of access tokens: the platform's `TOKEN_AUDIENCE`. */
  readonly audience: string;
  /** For how many seconds a second factor counts when an application requests one. */
  readonly secondFactorMaxAge: number;
  readonly organizations: readonly WantedOrganization[];
  /** Undefined: no client is prepared for the console, and an existing one stays. */
  readonly console: ConsolePreparation | undefined;
}

export interface WantedOrganization {
  /** Our organization id, which is the alias of Keycloak's organization. */
  readonly id: string;
  /** As people read it. Undefined: that of Keycloak stays, and tokens name none. */
  readonly name?: string;
}

export interface ConsolePreparation {
  /** The platform's `PLATFORM_BASE_URL`, without a slash at the end. */
  readonly baseUrl: string;
  /** Undefined: a public client. */
  readonly clientSecret: string | undefined;
}

export interface WantedMapper {
  readonly protocolMapper: string;
  readonly config: Readonly<Record<string, string>>;
}

export interface WantedScope {
  readonly attributes: Readonly<Record<string, string>>;
  readonly mappers: Readonly<Record<string, WantedMapper>>;
}

/** The client scope with the claims of users, for every client that users sign in to. */
export const claimsScope = 'governance';

/** The scope of Keycloak that names organizations. The claim of groups is a part of its claim. */
export const organizationScope = 'organization';

/** The flow for applications, and that of the command line. */
export const applicationFlow = 'governance';
export const commandLineFlow = 'governance-cli';

/** The names of the groups of each organization: a group is a role of ours there, and nowhere else. */
export const organizationGroups: readonly string[] = roles;

/** The lifetime of Keycloak's sessions. */
const passwordMaxAge = 36_000;

export const wantedPeopleRealm = {
  organizationsEnabled: true,
  // Otherwise passwords and codes can be tried without a limit.
  bruteForceProtected: true,
};

/** All scopes, by name. Their mappers are exactly these: another one could write a claim that grants something. */
export function wantedScopes({
  audience,
}: Pick<PeoplePreparation, 'audience'>): Readonly<Record<string, WantedScope>> {
  const requested = { attributes: { 'include.in.token.scope': 'true' }, mappers: {} };
  return {
    'api:full:read': requested,
    'api:full:write': requested,
    [claimsScope]: {
      attributes: { 'include.in.token.scope': 'false' },
      mappers: {
        audience: mapper('oidc-audience-mapper', { 'included.custom.audience': audience }),
        // Roles of users hold in every organization. Groups of an organization are named beside that organization.
        groups: mapper('oidc-organization-group-membership-mapper', { addGroupRoleMappings: 'false' }),
        'second factor': mapper('oidc-usersessionmodel-note-mapper', {
          'user.session.note': 'loa-map',
          'claim.name': 'loa_map',
          'jsonType.label': 'JSON',
        }),
      },
    },
  };
}

/** The only mapper of Keycloak's scope that matters: the mapper of groups writes into its claim, beside the attributes. */
export const wantedMembershipMapper: WantedMapper = {
  protocolMapper: 'oidc-organization-membership-mapper',
  config: {
    'claim.name': 'organization',
    'access.token.claim': 'true',
    multivalued: 'true',
    addOrganizationAttributes: 'true',
  },
};

/** What an organization must have. Tokens have its attributes, and not its name. */
export function wantedOrganizationMembers({ name }: WantedOrganization): {
  readonly enabled: true;
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
} {
  return { enabled: true, ...(name !== undefined && { name, attributes: { org_name: [name] } }) };
}

function mapper(protocolMapper: string, config: Readonly<Record<string, string>>): WantedMapper {
  const tokens = { 'access.token.claim': 'true', 'id.token.claim': 'false', 'userinfo.token.claim': 'false' };
  return { protocolMapper, config: { ...config, ...tokens } };
}

/** The authentication flows, each with all of its steps. */
export function wantedFlows({
  secondFactorMaxAge,
}: Pick<PeoplePreparation, 'secondFactorMaxAge'>): readonly WantedFlow[] {
  const password = { authenticator: 'auth-username-password-form', requirement: 'REQUIRED' };
  const code = { authenticator: 'auth-otp-form', requirement: 'REQUIRED' };
  const secondLevel = level(2, secondFactorMaxAge);
  return [
    {
      alias: applicationFlow,
      steps: [
        { authenticator: 'auth-cookie', requirement: 'ALTERNATIVE' },
        organizationStep(applicationFlow),
        {
          flow: `${applicationFlow} forms`,
          requirement: 'ALTERNATIVE',
          steps: [
            {
              flow: `${applicationFlow} password`,
              requirement: 'CONDITIONAL',
              steps: [level(1, passwordMaxAge), password],
            },
            {
              flow: `${applicationFlow} second factor`,
              requirement: 'CONDITIONAL',
              steps: [secondLevel, code],
            },
          ],
        },
      ],
    },
    {
      // Keycloak ignores `acr_values` and `max_age` of a device request. Without the cookie each sign-in asks for both factors.
      alias: commandLineFlow,
      steps: [
        organizationStep(commandLineFlow),
        {
          flow: `${commandLineFlow} forms`,
          requirement: 'ALTERNATIVE',
          steps: [
            {
              flow: `${commandLineFlow} both factors`,
              requirement: 'CONDITIONAL',
              steps: [secondLevel, password, code],
            },
          ],
        },
      ],
    },
  ];
}

/** The step that lets a member of several organizations choose, and that Keycloak needs after its cookie if a scope names one. */
function organizationStep(flow: string): WantedFlow['steps'][number] {
  return {
    flow: `${flow} organization`,
    requirement: 'ALTERNATIVE',
    steps: [
      {
        flow: `${flow} members`,
        requirement: 'CONDITIONAL',
        steps: [
          { authenticator: 'conditional-user-configured', requirement: 'REQUIRED' },
          { authenticator: 'organization', requirement: 'ALTERNATIVE' },
        ],
      },
    ],
  };
}

function level(loa: number, maxAge: number): WantedFlow['steps'][number] {
  return {
    authenticator: 'conditional-level-of-authentication',
    requirement: 'REQUIRED',
    config: { 'loa-condition-level': String(loa), 'loa-max-age': String(maxAge) },
  };
}
