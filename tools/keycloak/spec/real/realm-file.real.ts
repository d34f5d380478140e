import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningKeycloak, startKeycloak } from '../../keycloak-server.mjs';
import { runPrepareCommand } from '../../src/prepare.command';
import { readRealmFile, shippedFile } from '../support/realm-file';
import { requestToken } from './keycloak-harness';

const surface = 'http://localhost:3001';
const forCompose = ['--audience', surface, '--console', surface, '--organization', 'org_acme=Acme MSP'];
const clientId = 'governance-service';

describe('docker/keycloak/governance-realm.json', () => {
  const secret = randomBytes(32).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'realm-file-'));
  let server: RunningKeycloak | undefined;
  beforeAll(async () => {
    // A server of its own, also where the other tests use a running one: a file is imported at the start.
    const env = { ...process.env, KEYCLOAK_URL: undefined };
    const variables = { KEYCLOAK_CLIENT_SECRET: secret };
    server = await startKeycloak(env, { realmFile: shippedFile, variables });
  }, 900_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server?.stop();
  });

  async function prepare(realm: string, ...args: readonly string[]) {
    const lines: string[] = [];
    const env = { ...server?.settings, KEYCLOAK_REALM: realm };
    const code = await runPrepareCommand([...forCompose, ...args], {
      env,
      print: (line) => lines.push(line),
    });
    return { code, output: lines.join('\n') };
  }

  it('makes a realm without drift when a server imports it', async () => {
    expect(await prepare('governance', '--check')).toMatchObject({ code: 0 });
  });

  it('has the secret of the environment, and no other', async () => {
    const issuer = `${server?.settings.KEYCLOAK_URL ?? ''}/realms/governance`;
    expect(await requestToken({ issuer }, { clientId, secret })).toEqual(expect.any(String));
    for (const other of ['${KEYCLOAK_CLIENT_SECRET}', '**********'])
      expect(await requestToken({ issuer }, { clientId, secret: other })).toBeUndefined();
  });

  it('is what the command writes for a new realm', async () => {
    const file = join(folder, 'realm.json');
    expect(await prepare('written', '--export', file)).toMatchObject({ code: 0 });
    const written = JSON.stringify(withoutIds(readRealmFile(file)));
    const shipped = JSON.stringify(withoutIds(readRealmFile(shippedFile)));
    expect(JSON.parse(written.replaceAll('default-roles-written', 'default-roles-governance'))).toEqual({
      ...(JSON.parse(shipped) as object),
      realm: 'written',
    });
  });
});

/** The ids of flows contain the name of the realm. */
function withoutIds(file: ReturnType<typeof readRealmFile>) {
  const aliases = new Map(file.authenticationFlows.map(({ id, alias }) => [id, alias]));
  return {
    ...file,
    authenticationFlows: file.authenticationFlows.map((flow) => ({ ...flow, id: flow.alias })),
    clients: file.clients.map((client) => ({
      ...client,
      authenticationFlowBindingOverrides: aliases.get(
        client.authenticationFlowBindingOverrides.browser ?? '',
      ),
    })),
  };
}
