import { BuiltProgram, freePort, type HttpAnswer } from '@governance/testing';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { assertionForm, assertionOf } from './support/assertions';
import {
  apiUrl,
  manage,
  managementToken,
  openStores,
  requestToken,
  type Stores,
} from './support/identity-app';
import {
  addKeyMachine,
  addOrganization,
  addSecretMachine,
  ecKey,
  newSecret,
  type SecretMachine,
} from './support/machines';

jest.setTimeout(60_000);

/** Two processes behind one name, as they ship. */
describe('two processes of the provider', () => {
  const issuer = 'https://login.example.org';
  let stores: Stores;
  let programs: BuiltProgram[] = [];
  let origins: string[] = [];
  const first = (): string => origins[0] ?? '';
  const manageFirst = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
    manage(first(), { method, path, body });

  beforeAll(async () => {
    stores = await openStores();
    const ports = [await freePort(), await freePort()];
    origins = ports.map((port) => `http://127.0.0.1:${port}`);
    const managementPorts = [await freePort(), await freePort()];
    // Started together: the first signing key is made once all the same.
    programs = ports.map(
      (port, index) =>
        new BuiltProgram('tools/identity-provider/main.js', {
          PORT: String(port),
          MANAGEMENT_PORT: String(managementPorts[index]),
          ISSUER: issuer,
          API_URL: apiUrl,
          MANAGEMENT_TOKEN: managementToken,
          DATABASE_URL: stores.databaseUrl,
          KEYRING_FILE: stores.keyringFile,
        }),
    );
    await Promise.all(programs.map((program) => program.started()));
    await addOrganization(manageFirst);
  });

  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill()));
    await stores.drop();
  });

  function everywhere(form: Record<string, string>): Promise<HttpAnswer[]> {
    return Promise.all(origins.map((origin) => requestToken(origin, form)));
  }

  async function statuses({ clientId }: SecretMachine, secret: string): Promise<number[]> {
    const answers = await everywhere({ client_id: clientId, client_secret: secret });
    return answers.map(({ status }) => status);
  }

  it('take an assertion once, however often and wherever it is replayed at the same time', async () => {
    const machine = await addKeyMachine(manageFirst, ecKey());
    const form = assertionForm(await assertionOf(machine, issuer));
    const answers = (await Promise.all(Array.from({ length: 10 }, () => everywhere(form)))).flat();
    const succeeded = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status, body }) => status === 401 && body.error === 'invalid_client');
    expect([succeeded.length, refused.length]).toEqual([1, 19]);
    expect((await everywhere(form)).map(({ status }) => status)).toEqual([401, 401]);
  });

  it('sign with one key, and each publishes it', async () => {
    const { clientId, secret } = await addSecretMachine(manageFirst);
    const answers = await everywhere({ client_id: clientId, client_secret: secret });
    for (const { body } of answers) {
      for (const origin of origins) {
        const keys = createRemoteJWKSet(new URL(`${origin}/jwks`));
        await expect(jwtVerify(String(body.access_token), keys, { issuer })).resolves.toBeDefined();
      }
    }
    expect(await stores.sql('SELECT kid FROM identity.signing_keys')).toHaveLength(1);
  });

  it('refuse a rotated secret and a deleted client in the very next request', async () => {
    const machine = await addSecretMachine(manageFirst);
    expect(await statuses(machine, machine.secret)).toEqual([200, 200]);
    const secret = newSecret();
    await manageFirst('PUT', `/clients/${machine.clientId}/secret`, { revision: 'second', secret });
    expect(await statuses(machine, machine.secret)).toEqual([401, 401]);
    expect(await statuses(machine, secret)).toEqual([200, 200]);
    await manageFirst('DELETE', `/clients/${machine.clientId}`);
    expect(await statuses(machine, secret)).toEqual([401, 401]);
  });

  it('log why a token was refused, without what was sent', async () => {
    const machine = await addSecretMachine(manageFirst);
    await requestToken(first(), { client_id: machine.clientId, client_secret: 'canary-secret' });
    const [program] = programs;
    const entry = await program?.logged(({ clientId }) => clientId === machine.clientId);
    expect(entry).toMatchObject({
      msg: 'token refused',
      code: 'invalid_client',
      reason: 'invalid secret provided',
    });
    expect(JSON.stringify(program?.log())).not.toMatch(/canary|gmc_|eyJ/);
  });

  it('end in order when they are told to', async () => {
    for (const program of programs) {
      program.signal('SIGTERM');
      expect((await program.ended).code).toBe(0);
    }
  });
});
