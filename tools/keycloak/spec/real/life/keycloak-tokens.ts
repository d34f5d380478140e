import { type KeycloakPeople } from './keycloak-people';
import { type KeycloakTokensWay } from './keycloak-token-clauses';
import { type Programs } from './programs';
import { strangerToken } from './stranger';
import { orgId, strictOrgId, strictWindowSeconds, windowSeconds } from './way';

interface Parts {
  readonly programs: Programs;
  readonly people: KeycloakPeople;
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts the platform surface for users with tokens of Keycloak, as an operator does: with the windows. */
export async function serveKeycloakTokens({
  programs,
  people,
  settings,
}: Parts): Promise<
  Pick<KeycloakTokensWay, 'peopleIssuer' | 'startWithoutWindow' | 'tokenOf' | 'strangerToken' | 'demoUser'>
> {
  const startWithoutWindow = await programs.refusedStart(settings);
  await programs.org(settings, 'default-policy', '--second-factor-window', String(windowSeconds));
  await programs.org(settings, 'policy', strictOrgId, '--second-factor-window', String(strictWindowSeconds));
  await programs.serve(settings);
  return {
    peopleIssuer: people.issuer,
    startWithoutWindow,
    tokenOf: (signIn) => people.tokenOf(signIn),
    demoUser: async () => {
      const { person } = await people.addVisitor({ [orgId]: 'account-admin' }, 'totp');
      return { person, signInAt: 'keycloak' };
    },
    strangerToken: () => strangerToken(people.realm),
  };
}
