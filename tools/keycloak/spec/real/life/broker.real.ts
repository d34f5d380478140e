import { accessClauses } from './access-clauses';
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
import { openPrograms } from './programs';
import { strangerToken } from './stranger';
import { orgId } from './way';

/** The embedded provider is the only issuer. Keycloak is the connection of each organization. */
async function open(): Promise<BrokerWay> {
  const [programs, people] = [await openPrograms(), await KeycloakPeople.open()];
  const { product } = programs;
  const { issuer } = product.setup;
  await product.start('identity-provider/main');
  const broker = await Broker.open(product, people);
  await programs.serve({});
  return {
    programs,
    people,
    broker,
    peopleIssuer: issuer,
    machineIssuer: issuer,
    tokenOf: (signIn) => broker.tokenOf(signIn),
    demoUser: async () => {
      const { person } = await broker.join(orgId, 'account-admin', 'totp');
      return { person, signInAt: 'connection' };
    },
    strangerToken: () => strangerToken(people.realm),
    stop: async () => {
      await product.disposeAsync();
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
