import { freePort } from '@governance/testing';
import {
  type ConsolePrograms,
  startConsolePrograms,
} from '../../../../../apps/identity-provider/e2e/support/console-programs';
import { preparedRealm } from '../guard';
import { createPerson, type Person } from '../person';
import { createTestRealmWith, type TestRealm } from '../test-realm';
import { writeIssuersFile } from './issuers-file';
import { claimsNamespace, openPrograms, type Programs } from './programs';
import { orgId, otherOrgId, windowSeconds } from './way';

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
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const realm = await createTestRealmWith(secret === undefined ? {} : { KEYCLOAK_CONSOLE_SECRET: secret }, [
    '--audience',
    url,
    '--console',
    url,
    '--organization',
    orgId,
    '--organization',
    otherOrgId,
  ]);
  const issuers = writeIssuersFile([
    { ...preparedRealm, issuer: realm.issuer, issues: ['people', 'machines'] },
  ]);
  const programs = await openPrograms();
  const settings = {
    IDENTITY_PROVIDER: 'keycloak',
    OIDC_ISSUER: realm.issuer,
    OIDC_ISSUERS_FILE: issuers.path,
    KEYCLOAK_CLIENT_SECRET: realm.settings.clientSecret,
    PLATFORM_BASE_URL: url,
    PLATFORM_LIVE: 'console,self.me,self.profile,iam.m2m-credentials,iam.service-identities,iam.audit',
    CONSOLE_CLIENT_ID: 'governance-console',
    CONSOLE_SCOPE: 'openid profile email api:full:read api:full:write',
    ...(secret !== undefined && { CONSOLE_CLIENT_SECRET: secret }),
  };
  await programs.org(settings, 'default-policy', '--second-factor-window', String(windowSeconds));
  await programs.serve({ ...settings, PORT: port });
  const workers = await startConsolePrograms({
    ownerUrl: programs.databaseUrl,
    settings: { ...settings, CLAIMS_NAMESPACE: claimsNamespace, KEYRING_FILE: programs.keyringFile },
  });
  return {
    url,
    realm,
    programs,
    workers,
    addPerson: (memberships) => createPerson(realm, memberships),
    stop: async () => {
      await workers.stop();
      await programs.stop();
      await realm.remove();
      issuers.remove();
    },
  };
}
