import { given, openBrowser } from '@governance/testing';
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PlatformClient, type PlatformTypes } from '@governance/client';
import { installedClient } from './support/packages';
import { signedInUser } from './support/signed-in-user';
import { sharedStack } from './support/stack';

const run = promisify(execFile);

/** What every consumer of the package does. `load` binds its exports. */
const consumer = (load: string): string => `${load}
const { publicUrl, apiUrl, machine, submission } = JSON.parse(process.argv[2]);
(async () => {
  const assessments = new PublicClient({ baseUrl: publicUrl });
  const { id, overallScore } = await assessments.post('/api/survey-results', { body: submission });
  const certificate = await assessments.requireValid(id);
  const unknown = await assessments.verify('00000000-0000-4000-8000-000000000000');
  const byKey = new ClientCredentials({ apiUrl, clientId: machine.keyClientId, authentication: { privateKey: machine.privateKey } });
  const bySecret = new ClientCredentials({ apiUrl, clientId: machine.clientId, authentication: { clientSecret: machine.clientSecret } });
  const subjects = [];
  for (const tokens of [byKey, bySecret]) subjects.push((await new PlatformClient({ baseUrl: apiUrl, tokens }).get('/self/me')).sub);
  const refused = await new PlatformClient({ baseUrl: apiUrl, tokens: bySecret })
    .get('/iam/m2m-credentials/{credentialId}', { path: { credentialId: id } })
    .catch((error) => [error instanceof ApiError, error.status, error.code, typeof error.requestId]);
  console.log(JSON.stringify({ sameScore: certificate.overallScore === overallScore, unknown: unknown.status, subjects, refused }));
})();
`;

const names = 'ApiError, ClientCredentials, PlatformClient, PublicClient';

const typedConsumer = `import { PlatformClient, PublicClient, staticToken, type PlatformTypes } from '@governance/client';
export async function use(): Promise<void> {
  const platform = new PlatformClient({ baseUrl: 'https://api.example.org', tokens: staticToken('t') });
  const issued = await platform.post('/iam/m2m-credentials', { body: { name: 'n', type: 'client_secret' } });
  const secret: string | undefined = issued.client_secret;
  const nothing: undefined = await platform.delete('/iam/members/{memberId}', { path: { memberId: secret ?? '' } });
  const role: PlatformTypes['schemas']['Member']['role'] = 'viewer';
  // @ts-expect-error -- the path parameter is missing
  await platform.patch('/iam/members/{memberId}', { body: { role } });
  // @ts-expect-error -- there is no such path
  await platform.get('/iam/nothing');
  // @ts-expect-error -- a member of another type
  await platform.post('/iam/m2m-credentials', { body: { name: 7, type: 'client_secret' } });
  // @ts-expect-error -- the version is pinned
  await platform.get('/iam/members', { query: { 'api-version': '2.0' } });
  const verification = await new PublicClient({ baseUrl: 'https://assess.example.org' }).verify('id');
  // @ts-expect-error -- the certificate can be read only after \`valid\` was checked
  verification.certificate;
  if (verification.valid) verification.certificate.tier satisfies string;
  return nothing;
}
`;

describe('the packed client', () => {
  const stack = given(sharedStack);
  let folder: string;
  let argument: string;
  let expected: object;
  let userToken: string;

  beforeAll(async () => {
    ({ folder } = await installedClient());
    stack.site.server.on('request', ({ url }, response) => {
      if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end('<title>client</title>');
      else {
        response.writeHead(200, { 'content-type': 'text/javascript' });
        createReadStream(join(folder, 'node_modules/@governance/client/index.mjs')).pipe(response);
      }
    });
    userToken = await signedInUser(stack);
    const machine = await machines(stack.platformUrl, userToken);
    const { platformUrl: apiUrl, publicUrl } = stack;
    argument = JSON.stringify({ publicUrl, apiUrl, machine, submission: await submissionFor(publicUrl) });
    expected = {
      sameScore: true,
      unknown: 'not_found',
      subjects: [machine.keyClientId, machine.clientId],
      refused: [true, 404, 'not_found', 'string'],
    };
  });
  afterAll(() => {
    stack.site.server.removeAllListeners('request');
  });

  it.each([
    ['an ES module', 'consumer.mjs', `import { ${names} } from '@governance/client';`],
    ['CommonJS', 'consumer.cjs', `const { ${names} } = require('@governance/client');`],
  ])('works in Node as %s', async (_how, file, load) => {
    writeFileSync(join(folder, file), consumer(load));
    const { stdout, stderr } = await run(process.execPath, [file, argument], { cwd: folder });
    expect({ ...(JSON.parse(stdout) as object), stderr }).toEqual({ ...expected, stderr: '' });
  });

  it('works in a page of a browser', async () => {
    const browser = await openBrowser();
    const page = await browser.newPage();
    await page.goto(stack.site.origin);
    const { platformUrl, publicUrl } = stack;
    const found: unknown = await page.evaluate(`(async () => {
      const { PlatformClient, PublicClient, staticToken } = await import('/index.mjs');
      const tokens = staticToken(${JSON.stringify(userToken)});
      const platform = new PlatformClient({ baseUrl: '${platformUrl}', tokens });
      const credentials = [];
      for await (const page of platform.pages('/iam/m2m-credentials', { query: { limit: 1 } })) credentials.push(...page.credentials);
      const { id } = await platform.post('/iam/m2m-credentials', { body: { name: 'Page', type: 'client_secret' } });
      const unknown = await new PublicClient({ baseUrl: '${publicUrl}' }).verify(id);
      return { names: credentials.map(({ name }) => name).sort(), created: typeof id, unknown: unknown.status };
    })()`);
    await browser.close();
    expect(found).toEqual({ names: ['By key', 'By secret'], created: 'string', unknown: 'not_found' });
  });

  it.each(['types.mts', 'types.cts'])('has types for %s', async (file) => {
    writeFileSync(join(folder, file), typedConsumer);
    const program = join(__dirname, '../../../node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'node20', '--lib', 'es2024,dom'];
    const { stdout } = await run(process.execPath, [program, ...options, file], { cwd: folder }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe('');
  });
});

interface Machines {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly keyClientId: string;
  readonly privateKey: string;
}

async function machines(apiUrl: string, token: string): Promise<Machines> {
  const platform = new PlatformClient({ baseUrl: apiUrl, tokens: { token: () => Promise.resolve(token) } });
  const create = (
    body: PlatformTypes['schemas']['CreateCredential'],
  ): Promise<PlatformTypes['schemas']['IssuedCredential']> => platform.post('/iam/m2m-credentials', { body });
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicPem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const secret = await create({ name: 'By secret', type: 'client_secret' });
  const key = await create({ name: 'By key', type: 'public_key', public_key: publicPem });
  return {
    clientId: secret.client_id,
    clientSecret: secret.client_secret,
    keyClientId: key.client_id,
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

/** Every answer is 2. */
async function submissionFor(publicUrl: string): Promise<object> {
  const { questions } = (await (await fetch(`${publicUrl}/assessment.json`)).json()) as {
    readonly questions: readonly { readonly id: string }[];
  };
  return { answers: Object.fromEntries(questions.map(({ id }) => [id, 2])) };
}
