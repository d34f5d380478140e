import { accessClauses } from './access-clauses';
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
import { openPrograms } from './programs';
import { orgId, otherOrgId, strictOrgId } from './way';

/** Users sign in at Keycloak and send its tokens. The embedded provider issues those of machines. */
async function open(): Promise<KeycloakTokensWay> {
  const [programs, people] = [await openPrograms(), await KeycloakPeople.open()];
  const { product } = programs;
  const { issuer } = product.setup;
  await product.start('identity-provider/main');
  // Machines belong to organizations of the embedded provider.
  for (const each of [orgId, otherOrgId, strictOrgId]) await product.management.putOrganization(each);
  const issuers = writeIssuersFile([{ issuer, issues: ['machines'] }, people.issuerEntry(['people'])]);
  const settings = { OIDC_ISSUERS_FILE: issuers.path };
  return {
    programs,
    people,
    machineIssuer: issuer,
    ...(await serveKeycloakTokens({ programs, people, settings })),
    stop: async () => {
      await product.disposeAsync();
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
