import { closeServer, given, listen } from '@governance/testing';
import { UnsecuredJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { installedCli } from './support/packages';
import { WorkflowJob } from './support/workflow-job';

const accessToken = 'canary-of-the-access-token';
const requestToken = 'canary-of-the-job';

/** The token service of GitHub, the platform and the identity provider on one address. */
describe('the action for GitHub', () => {
  const cli = given(installedCli);
  let server: Server;
  let origin: string;
  let job: WorkflowJob;
  let assertions: string[];
  let exchanges: Record<string, string>[];
  let refusal: object | undefined;

  beforeAll(async () => {
    server = createServer((request, response) => {
      void answerTo(request).then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    origin = `http://127.0.0.1:${await listen(server)}`;
  });
  afterAll(() => closeServer(server));

  beforeEach(() => {
    [assertions, exchanges, refusal] = [[], [], undefined];
    job = new WorkflowJob({
      ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/idtoken?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken,
    });
  });
  afterEach(() => {
    job.close();
  });

  async function answerTo(request: IncomingMessage): Promise<[status: number, body: object]> {
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    if (pathname === '/idtoken') {
      if (request.headers.authorization !== `Bearer ${requestToken}`) return [401, {}];
      const audience = searchParams.get('audience') ?? '';
      assertions.push(new UnsecuredJWT().setAudience(audience).setJti(randomUUID()).encode());
      return [200, { value: assertions.at(-1) }];
    }
    if (pathname === '/token') {
      exchanges.push(form);
      if (refusal) return [400, refusal];
      return [200, { access_token: accessToken, token_type: 'Bearer', expires_in: 600 }];
    }
    const documents: Record<string, object> = {
      '/.well-known/oauth-protected-resource': { resource: origin, authorization_servers: [origin] },
      '/.well-known/oauth-authorization-server': { issuer: origin, token_endpoint: `${origin}/token` },
      '/self/me': { sub: 'rule-1', org_id: 'org_acme', org_name: 'Acme MSP', permissions: [] },
    };
    const document = documents[pathname];
    return document ? [200, document] : [404, {}];
  }

  const signIn = (more: Record<string, string> = {}): Promise<void> =>
    job.runAction({ 'api-url': origin, 'client-id': 'rule-1', package: cli.archive, ...more });

  it('installs the packed command line and signs in, for later steps of the job', async () => {
    await signIn();
    expect(job.log).toContain('Found GitHub Actions\nSigned in as rule-1 of Acme MSP\n');
    expect(exchanges).toMatchObject([{ client_id: 'rule-1', assertion: assertions[0] }]);
    await job.run([{ run: 'governance whoami --output json' }]);
    expect(job.log).toContain('"sub": "rule-1"');
    expect(exchanges).toHaveLength(1);
  });

  it('asks for a token for our audience alone, which is never shown', async () => {
    await signIn();
    await signIn({ audience: 'governance' });
    const audienceOf = (token: string): unknown => UnsecuredJWT.decode(token).payload.aud;
    expect(assertions.map(audienceOf)).toEqual([origin, 'governance']);
    for (const secret of [...assertions, requestToken]) expect(job.log).not.toContain(secret);
  });

  it('masks the token that later steps can print', async () => {
    await signIn();
    await job.run([{ run: 'governance token' }]);
    expect(job.log).toMatch(/\n\*\*\*\n$/);
    expect(job.log).not.toContain(accessToken);
  });

  it('keeps the tokens in the folder that the runner deletes after the job', async () => {
    await signIn();
    expect(existsSync(join(job.temporary, 'governance/config/tokens/default.json'))).toBe(true);
    expect(existsSync(join(job.temporary, 'home/.config'))).toBe(false);
  });

  it('fails the job with the condition of the rule that is not met', async () => {
    refusal = { error: 'invalid_grant', error_description: 'the assertion does not meet the condition ref' };
    await expect(signIn()).rejects.toThrow(/a step ended with 3: (.|\n)*the condition ref of the trust rule/);
  });

  it('says which permission the job lacks', async () => {
    job.close();
    job = new WorkflowJob({});
    await expect(signIn()).rejects.toThrow('`permissions: id-token: write`');
  });
});
