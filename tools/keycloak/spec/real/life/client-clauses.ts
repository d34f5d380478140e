import { type ClientProof, makeKeyPair } from '@governance/iam/spec';
import { randomUUID } from 'node:crypto';
import { clause, type WayClause } from './clause';
import { CredentialAdmin } from './credentials';
import { tokenOfMachine } from './machine-token';
import {
  type ClientAnswer,
  type ClientSettings,
  runClient,
  type TestClient,
  testClient,
} from './test-clients';
import { type Way } from './way';

const permissions = ['m2m:credentials:read'];
const refused = /invalid_client|unauthorized_client/;

/** Machines with real client libraries, which read everything else from the metadata of the issuer. */
export const clientClauses: readonly WayClause[] = [
  withSecret('openid-client'),
  withKey('openid-client'),
  withSecret('authlib'),
  withKey('authlib'),
  withSecret('Spring Security'),
  withKey('Spring Security'),
  withSecret('golang.org/x/oauth2'),
];

function withSecret(library: string): WayClause {
  return ofLibrary(library, 'secret', async (way, client) => {
    const { proof } = await (await CredentialAdmin.of(way)).createSecret({ permissions });
    const settings = { ...settingsOf(way, proof.clientId), CLIENT_SECRET: proof.secret };
    expect(await runClient(client, settings)).toEqual(await callOf(way, proof));
    await expect(runClient(client, { ...settings, CLIENT_SECRET: randomUUID() })).rejects.toThrow(refused);
  });
}

function withKey(library: string): WayClause {
  return ofLibrary(library, 'private key', async (way, client) => {
    const { proof } = await (await CredentialAdmin.of(way)).createKey({ permissions });
    const settings = { ...settingsOf(way, proof.clientId), CLIENT_PRIVATE_KEY: proof.privatePem };
    expect(await runClient(client, settings)).toEqual(await callOf(way, proof));
    const another = makeKeyPair('ES256').privatePem;
    await expect(runClient(client, { ...settings, CLIENT_PRIVATE_KEY: another })).rejects.toThrow(refused);
  });
}

function ofLibrary(
  library: string,
  proof: string,
  check: (way: Way, client: TestClient) => Promise<void>,
): WayClause {
  const client = testClient(library);
  return {
    ...clause(
      `\`${library}\` calls the platform with its ${proof}, and gets no token with another one`,
      (way) => check(way, client),
    ),
    missing: 'missing' in client ? client.missing : undefined,
  };
}

/** What the platform answers to the same machine without a library. */
async function callOf(way: Way, proof: ClientProof): Promise<ClientAnswer> {
  const token = await tokenOfMachine(way.machineIssuer, proof);
  const { status, body } = await way.programs.call('/self/me', { token });
  expect([status, body.permissions]).toEqual([200, permissions]);
  return { status, body };
}

function settingsOf({ machineIssuer, programs }: Way, clientId: string): ClientSettings {
  return { ISSUER: machineIssuer, PLATFORM_URL: programs.origin, CLIENT_ID: clientId };
}
