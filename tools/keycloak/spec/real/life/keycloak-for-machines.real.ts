import { accessClauses } from './access-clauses';
import { wayContract } from './clause';
import { clientClauses } from './client-clauses';
import { demoClause } from './demo-clause';
import { keycloakCapabilities } from './capabilities';
import { writeIssuersFile } from './issuers-file';
import { keyClauses } from './key-clauses';
import { KeycloakPeople } from './keycloak-people';
import { keycloakTokenClauses, type KeycloakTokensWay } from './keycloak-token-clauses';
import { serveKeycloakTokens } from './keycloak-tokens';
import { machineClauses } from './machine-clauses';
import { peopleClauses } from './people-clauses';
import { openPrograms } from './programs';

/** Keycloak issues the tokens of users and machines. There is no other provider. */
async function open(): Promise<KeycloakTokensWay> {
  const [programs, people] = [await openPrograms(), await KeycloakPeople.open()];
  const issuers = writeIssuersFile([people.issuerEntry(['people', 'machines'])]);
  const settings = {
    IDENTITY_PROVIDER: 'keycloak',
    OIDC_ISSUER: people.issuer,
    KEYCLOAK_CLIENT_SECRET: people.realm.settings.clientSecret,
    PLATFORM_LIVE: 'self.me,self.profile,iam.m2m-credentials,iam.service-identities,iam.audit',
    OIDC_ISSUERS_FILE: issuers.path,
  };
  return {
    programs,
    people,
    machineIssuer: people.issuer,
    ...(await serveKeycloakTokens({ programs, people, settings })),
    stop: async () => {
      await programs.product.disposeAsync();
      await people.realm.remove();
      issuers.remove();
    },
  };
}

wayContract('Keycloak for machines too', { capabilities: keycloakCapabilities, open }, [
  ...peopleClauses,
  ...keycloakTokenClauses,
  ...machineClauses,
  ...keyClauses,
  ...clientClauses,
  ...accessClauses,
  demoClause,
]);
