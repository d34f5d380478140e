import { accessClauses } from './access-clauses';
import { startIdentityProvider } from '../../../../../apps/platform-api/e2e/support/identity-provider';
import { audience } from '../test-realm';
import { Broker } from './broker';
import { brokerClauses, type BrokerWay } from './broker-clauses';
import { demoClause } from './demo-clause';
import { embeddedCapabilities } from './capabilities';
import { wayContract } from './clause';
import { clientClauses } from './client-clauses';
import { keyClauses } from './key-clauses';
import { KeycloakPeople } from './keycloak-people';
import { machineClauses } from './machine-clauses';
import { peopleClauses } from './people-clauses';
import { claimsNamespace, openPrograms } from './programs';
import { strangerToken } from './stranger';
import { orgId } from './way';

/** The embedded provider is the only issuer. Keycloak is the connection of each organization. */
async function open(): Promise<BrokerWay> {
  const [programs, people] = [await openPrograms(), await KeycloakPeople.open()];
  const { databaseUrl } = programs;
  const identity = await startIdentityProvider({ databaseUrl, apiUrl: audience, claimsNamespace });
  const broker = await Broker.open(identity, people);
  await programs.serve({ OIDC_ISSUER: identity.issuer, IDENTITY_MANAGEMENT_TOKEN: identity.managementToken });
  return {
    programs,
    people,
    broker,
    peopleIssuer: identity.issuer,
    machineIssuer: identity.issuer,
    tokenOf: (signIn) => broker.tokenOf(signIn),
    demoUser: async () => {
      const { person } = await broker.join(orgId, 'account-admin', 'totp');
      return { person, signInAt: 'connection' };
    },
    strangerToken: () => strangerToken(people.realm),
    stop: async () => {
      await programs.stop();
      await identity.stop();
      await people.realm.remove();
    },
  };
}

wayContract('A broker', { capabilities: embeddedCapabilities, open }, [
  ...peopleClauses,
  ...brokerClauses,
  ...machineClauses,
  ...keyClauses,
  ...clientClauses,
  ...accessClauses,
  demoClause,
]);
