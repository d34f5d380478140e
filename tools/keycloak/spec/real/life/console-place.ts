import { freeOrigin } from '@governance/testing';
import {
  type ConsolePrograms,
  startConsolePrograms,
} from '../../../../../apps/identity-provider/e2e/support/console-programs';
import { preparedRealm } from '../guard';
import { createPerson, type Person } from '../person';
import { createTestRealmWith, type TestRealm } from '../test-realm';
import { writeIssuersFile } from './issuers-file';
import { openPrograms, type Programs } from './programs';
import { orgId, otherOrgId, windowSeconds } from './way';

/** As the realm names the organizations. */
export const orgNames = { [orgId]: 'Acme MSP', [otherOrgId]: 'Globex & Partners' };

/** The shipped platform with its console, whose users and machines are in a realm that the command has prepared. */
export interface KeycloakConsole {
  readonly url: string;
  readonly realm: TestRealm;
  readonly programs: Programs;
  readonly workers: ConsolePrograms;
  addPerson(memberships: Parameters<typeof createPerson>[1]): Promise<Person>;
  stop(): Promise<void>;
}

/** Without a secret, the client of the console is public. */
export async function openKeycloakConsole(secret: string | undefined): Promise<KeycloakConsole> {
  const url = await freeOrigin();
  const realm = await createTestRealmWith(secret === undefined ? {} : { KEYCLOAK_CONSOLE_SECRET: secret }, [
    '--audience',
    url,
    '--console',
    url,
    ...Object.entries(orgNames).flatMap(([id, name]) => ['--organization', `${id}=${name}`]),
  ]);
  const issuers = writeIssuersFile([
    { ...preparedRealm, issuer: realm.issuer, issues: ['people', 'machines'] },
  ]);
  const programs = await openPrograms({ platformUrl: url, issuer: realm.issuer });
  const { product } = programs;
  const settings = {
    IDENTITY_PROVIDER: 'keycloak',
    OIDC_ISSUERS_FILE: issuers.path,
    KEYCLOAK_CLIENT_SECRET: realm.settings.clientSecret,
    PLATFORM_LIVE: 'console,self.me,self.profile,iam.m2m-credentials,iam.service-identities,iam.audit',
    CONSOLE_CLIENT_ID: 'governance-console',
    CONSOLE_SCOPE: 'openid profile email api:full:read api:full:write',
    ...(secret !== undefined && { CONSOLE_CLIENT_SECRET: secret }),
  };
  await programs.org(settings, 'default-policy', '--second-factor-window', String(windowSeconds));
  await programs.serve(settings);
  const workers = await startConsolePrograms({
    ...product.setup,
    databaseUrl: product.databaseUrl,
    extra: () => settings,
  });
  return {
    url,
    realm,
    programs,
    workers,
    addPerson: (memberships) => createPerson(realm, memberships),
    stop: async () => {
      await workers.stop();
      await product.disposeAsync();
      await realm.remove();
      issuers.remove();
    },
  };
}
