import { given } from '@governance/testing';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installedClient } from './support/packages';
import { sampleRuntimes } from './support/sample-runtimes';
import { type ServedSample, servedSamples, submissionExample } from './support/served-samples';
import { signedInUser } from './support/signed-in-user';
import { sharedStack } from './support/stack';

type Json = Readonly<Record<string, unknown>>;

const stack = given(sharedStack);
let samples: ServedSample[];
let folder: string;
let userToken: string;
let tokenUrl: string;

beforeAll(async () => {
  ({ folder } = await installedClient());
  samples = await servedSamples(stack);
  writeFileSync(join(folder, 'submission.json'), JSON.stringify(await submissionExample(stack)));
  const discovered = await fetch(`${stack.issuer}/.well-known/openid-configuration`);
  tokenUrl = ((await discovered.json()) as { readonly token_endpoint: string }).token_endpoint;
  userToken = await signedInUser(stack);
});

it('has samples of every language', () => {
  const languages = new Set(samples.map(({ label }) => label));
  expect([...languages]).toEqual(sampleRuntimes.map(({ label }) => label));
});

// Only with the runtimes of this machine: a skipped test would fail the run.
const installedRuntimes = sampleRuntimes.filter(({ missing }) => missing.length === 0);

describe.each(installedRuntimes)('the code samples for $label, as printed', (runtime) => {
  const { label } = runtime;

  beforeAll(async () => {
    const own = samples.filter((sample) => sample.label === label);
    await runtime.prepare(own, folder);
  });

  /** What the sample of an operation prints. Rejects if it fails. */
  async function printed(operationId: string, variables: Record<string, unknown> = {}): Promise<string> {
    const sample = samples.find((each) => each.label === label && each.operationId === operationId);
    if (sample === undefined) throw new Error(`${operationId} has no sample for ${label}`);
    const [command, ...args] = runtime.commandOf(sample, folder);
    const common = { BASE_URL: stack.publicUrl, API_URL: stack.platformUrl, TOKEN: userToken };
    const env = { ...process.env, ...common, ...(variables as Record<string, string>) };
    return (await promisify(execFile)(command, args, { cwd: folder, env })).stdout.trim();
  }
  const answered = async (operationId: string, variables?: Json): Promise<Json> =>
    JSON.parse(await printed(operationId, variables)) as Json;

  it('submit an assessment, read its result and verify its certificate', async () => {
    const { id, resultUrl } = await answered('submitSurvey');
    const CAPABILITY = String(resultUrl).split('/').at(-1);
    expect(await answered('readResult', { CAPABILITY })).toMatchObject({ id });
    expect(await printed('verifyCertificate', { CERTIFICATE_ID: id })).toMatch(/^true$/i);
  });

  it('create, list and rotate a credential', async () => {
    const created = await answered('createCredential');
    expect(created.client_secret).toMatch(/^gmc_/);
    expect(await printed('listCredentials')).toContain(created.id);
    const rotated = await answered('rotateCredential', { CREDENTIAL_ID: created.id });
    expect(rotated.client_secret).toMatch(/^gmc_/);
    expect(rotated.client_secret).not.toBe(created.client_secret);
  });

  it('get a token for a machine, and ask who it is', async () => {
    const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = await answered('createCredential');
    const variables = { CLIENT_ID, CLIENT_SECRET, TOKEN_URL: tokenUrl };
    const [TOKEN = ''] = /eyJ[\w.-]+/.exec(await printed('resourceMetadata', variables)) ?? [];
    expect(await answered('me', { TOKEN })).toMatchObject({ sub: CLIENT_ID });
  });

  it('invite a person', async () => {
    const EMAIL = `${label.toLowerCase()}@example.com`;
    expect(await answered('createInvitation', { EMAIL })).toMatchObject({ email: EMAIL, role: 'viewer' });
  });

  it('fail when the service refuses the call', async () => {
    await expect(printed('me', { TOKEN: 'x' })).rejects.toThrow();
    await expect(printed('readResult', { CAPABILITY: 'x' })).rejects.toThrow();
  });
});
