import { accessClauses } from './access-clauses';
import { startIdentityProvider } from '../../../../../apps/platform-api/e2e/support/identity-provider';
import { audience } from '../test-realm';
import { demoClause } from './demo-clause';
import { embeddedCapabilities } from './capabilities';
import { wayContract } from './clause';
import { clientClauses } from './client-clauses';
import { writeIssuersFile } from './issuers-file';
import { keyClauses } from './key-clauses';
import { KeycloakPeople } from './keycloak-people';
import { keycloakTokenClauses, type KeycloakTokensWay } from './keycloak-token-clauses';
import { serveKeycloakTokens } from './keycloak-tokens';
import { machineClauses } from './machine-clauses';
import { peopleClauses } from './people-clauses';
import { claimsNamespace, openPrograms } from './programs';
import { orgId, otherOrgId, strictOrgId } from './way';

/** Users sign in at Keycloak and send its tokens. The embedded provider issues those of machines. */
async function open(): Promise<KeycloakTokensWay> {
  const [programs, people] = [await openPrograms(), await KeycloakPeople.open()];
  const { databaseUrl } = programs;
  const identity = await startIdentityProvider({ databaseUrl, apiUrl: audience, claimsNamespace });
  // Machines belong to organizations of the embedded provider.
  for (const each of [orgId, otherOrgId, strictOrgId]) await identity.putOrganization(each);
  const issuers = writeIssuersFile([
    { issuer: identity.issuer, issues: ['machines'] },
    people.issuerEntry(['people']),
  ]);
  const settings = {
    OIDC_ISSUER: identity.issuer,
    IDENTITY_MANAGEMENT_TOKEN: identity.managementToken,
    OIDC_ISSUERS_FILE: issuers.path,
  };
  return {
    programs,
    people,
    machineIssuer: identity.issuer,
    ...(await serveKeycloakTokens({ programs, people, settings })),
    stop: async () => {
      await programs.stop();
      await identity.stop();
      await people.realm.remove();
      issuers.remove();
    },
  };
}

wayContract('Two issuers', { capabilities: embeddedCapabilities, open }, [
  ...peopleClauses,
  ...keycloakTokenClauses,
  ...machineClauses,
  ...keyClauses,
  ...clientClauses,
  ...accessClauses,
  demoClause,
]);
