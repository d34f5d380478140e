import {
  callHttp,
  type HttpAnswer,
  type Inbox,
  ManagementClient,
  readPdf,
  startInbox,
} from '@governance/testing';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { goldenCase } from '../../../../apps/public-api/e2e/support/golden';
import {
  addOrganization,
  addSecretMachine,
  type SecretMachine,
} from '../../../../apps/identity-provider/e2e/support/machines';
import { type BrowserFile, browserFile } from './support/browser-file';
import { deploy, type Deployment } from './support/deployment';

const workspace = join(__dirname, '..', '..', '..', '..');
const json = { 'content-type': 'application/json' };

interface ApiDocument {
  readonly components?: { readonly schemas?: object };
  readonly paths?: Readonly<Record<string, { readonly post?: { readonly 'x-codeSamples'?: unknown } }>>;
}

function committed(surface: string): ApiDocument {
  return JSON.parse(
    readFileSync(join(workspace, 'docs/api', `${surface}.openapi.json`), 'utf8'),
  ) as ApiDocument;
}

function schemaNames({ components }: ApiDocument): string[] {
  return Object.keys(components?.schemas ?? {}).toSorted();
}

function samplesOf({ paths }: ApiDocument, path: string): unknown {
  return paths?.[path]?.post?.['x-codeSamples'];
}

function hashes(folder: string): Map<string, string> {
  const patterns = ['*.js', '*.txt', '*.map', '*.json', '.npmrc', 'templates/**/*.*'];
  const files = globSync(patterns, { cwd: folder }).toSorted();
  const hashOf = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
  return new Map(files.map((file) => [file, hashOf(file)]));
}

/** Each in a folder outside the workspace, with the packages of its own lock and Node's permission model. */
describe('the bundle of the public surface', () => {
  let deployment: Deployment;
  let inbox: Inbox;
  let browser: BrowserFile;
  let id: string;

  beforeAll(async () => {
    [inbox, browser] = [await startInbox(), await browserFile()];
    deployment = await deploy('public-api', (origin) => ({
      PUBLIC_BASE_URL: origin,
      PLATFORM_BASE_URL: origin,
    }));
    for (const [command, ...args] of [['keys', 'init'], ['migrate'], ['issuer-keys', 'init']] as const)
      await deployment.run(command, ...args);
  });
  afterAll(async () => {
    await deployment.stop();
    await inbox.close();
    browser.remove();
  });

  it('answers a submission with 201 and verifies it', async () => {
    await deployment.start('main');
    const { mode, answers } = goldenCase('persona-controlled-pilot');
    const submitted = await callHttp(`${deployment.origin}/api/survey-results`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ mode, answers, submitterEmail: 'assessor@example.com' }),
    });
    expect([submitted.status, submitted.text]).toEqual([201, expect.any(String)]);
    id = String(submitted.body.id);
    const verified = await callHttp(`${deployment.origin}/api/certification/verify/${id}`, {
      headers: { accept: 'application/json' },
    });
    expect(verified).toMatchObject({ status: 200, body: { id, valid: true } });
  });

  it('has the pages, fonts and documents that it serves', async () => {
    const paths = ['/', '/docs', '/openapi.json', '/assessment.json', '/verify-offline.html'];
    const answers = await Promise.all(paths.map((path) => callHttp(deployment.origin + path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  });

  it('names its schemas as the committed OpenAPI document does', async () => {
    const { body } = await callHttp(`${deployment.origin}/openapi.json`);
    expect(schemaNames(body)).toEqual(schemaNames(committed('public')));
  });

  it('has the code samples of the committed OpenAPI document', async () => {
    const path = '/api/survey-results';
    const { body } = await callHttp(`${deployment.origin}/openapi.json`);
    expect(samplesOf(body, path)).toHaveLength(4);
    expect(samplesOf(body, path)).toEqual(samplesOf(committed('public'), path));
  });

  it('mails the certificate that a browser of the machine renders', async () => {
    const worker = await deployment.start('worker', {
      SMTP_URL: inbox.smtpUrl,
      MAIL_FROM: 'certificates@example.org',
      BROWSER_EXECUTABLE: browser.executable,
      // Node's permission model would deny the browser its folder, so the test lists loaded files instead.
      NODE_OPTIONS: '',
      NODE_DEBUG: 'module',
    });
    const { attachments } = await inbox.waitForMail('assessor@example.com');
    expect((await readPdf(attachments[0]?.content ?? Buffer.alloc(0))).text).toContain(id);
    const loaded = [...worker.output().matchAll(/ load "(.+?)"/g)].map(([, file = '']) => file);
    expect(loaded).toContain(join(deployment.folder, 'worker.js'));
    expect(loaded.filter((file) => !file.startsWith(deployment.folder))).toEqual([]);
  });
});

describe('the bundle of the platform surface', () => {
  let deployment: Deployment;

  beforeAll(async () => {
    deployment = await deploy('platform-api', (origin) => ({
      PUBLIC_BASE_URL: origin,
      PLATFORM_BASE_URL: origin,
      OIDC_ISSUER: 'http://127.0.0.1:9',
      CLAIMS_NAMESPACE: 'https://governance.example/claims/',
      IDENTITY_MANAGEMENT_TOKEN: 'management-token-of-the-tests-0123456789',
    }));
    await deployment.run('keys', 'init');
    await deployment.run('migrate');
  });
  afterAll(() => deployment.stop());

  it('answers health checks, and refuses requests without a token', async () => {
    await deployment.start('main');
    const answers = await Promise.all(
      ['/health', '/health/ready', '/docs', '/self/me'].map((path) => callHttp(deployment.origin + path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401]);
  });

  it('starts its worker', async () => {
    const worker = await deployment.start('worker', {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'invitations@example.org',
    });
    worker.signal('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });
});

describe('the bundle of the identity provider', () => {
  const managementToken = 'management-token-of-the-tests-0123456789';
  let deployment: Deployment;

  beforeAll(async () => {
    deployment = await deploy('identity-provider', (origin) => ({
      ISSUER: origin,
      API_URL: 'https://api.example.org',
      CLAIMS_NAMESPACE: 'https://governance.example/claims/',
      MANAGEMENT_TOKEN: managementToken,
    }));
    await deployment.run('keys', 'init');
    await deployment.run('migrate');
    await deployment.start('main');
  });
  afterAll(() => deployment.stop());

  const manage = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
    new ManagementClient(deployment.origin, managementToken).call(method, path, body as object);
  const tokenFor = ({ clientId, secret }: SecretMachine): Promise<HttpAnswer> =>
    callHttp(`${deployment.origin}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
      }),
    });

  it('publishes its discovery document', async () => {
    const { status, body } = await callHttp(`${deployment.origin}/.well-known/openid-configuration`);
    expect([status, body.token_endpoint]).toEqual([200, `${deployment.origin}/token`]);
  });

  it('gives a machine a token', async () => {
    await addOrganization(manage);
    const { status, body } = await tokenFor(await addSecretMachine(manage));
    expect([status, body.token_type]).toEqual([200, 'Bearer']);
  });

  it('has no program that signs tokens of any user § V6.3.2 V13.4.2 V15.2.3', () => {
    expect(globSync('**/dev-token*', { cwd: join(workspace, 'dist/deploy/identity-provider') })).toEqual([]);
  });

  it('is the same, byte by byte, at any time and in any folder', async () => {
    const again = mkdtempSync(join(tmpdir(), 'bundle-again-'));
    const command = ['tools/build/deploy-bundle.mjs', 'identity-provider', '--out', again];
    try {
      await promisify(execFile)(process.execPath, command, { cwd: workspace });
      const made = hashes(again);
      expect(made.size).toBeGreaterThan(10);
      expect(made).toEqual(hashes(join(workspace, 'dist/deploy/identity-provider')));
    } finally {
      rmSync(again, { recursive: true });
    }
  });
});

describe('each program of a bundle', () => {
  const programs = globSync('dist/deploy/*/*.js', { cwd: workspace });

  it.each(programs)('has a text that needs one byte a character in memory: %s', (program) => {
    const text = readFileSync(join(workspace, program), 'utf8');
    expect(/.{0,40}[^\0-\xff]/.exec(text)?.[0]).toBeUndefined();
  });
});
