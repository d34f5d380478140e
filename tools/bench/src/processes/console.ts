import { callHttp, freePort, openBrowser, runSql, until, withSetting } from '@governance/testing';
import { type Bench } from '../bench';
import { submit } from '../load/requests';
import { processCpu } from '../measure/process-usage';
import { addCredentials, freshDatabase, organization } from './databases';
import { Identity } from './identity';
import { startProduct } from './product';
import { type Program } from './program';

/** What an organization of the bench has. */
export const amounts = { credentials: 1_000, auditEvents: 10_000, results: 1_000 };

/** The console of an account admin who is signed in. */
export interface SignedInConsole {
  readonly credentialId: string;
  readonly resultId: string;
  /** Resolves to the milliseconds until the whole page has arrived. @throws if it is no page of the person. */
  time(path: string): Promise<number>;
  /** CPU that the process of the page has used, in microseconds: the page and its calls of the API. */
  cpu(): number;
}

/** Every tenth ends within 30 days, and a third was never used. */
const varyCredentials = `
  UPDATE m2m_credentials SET
    expires_at = CASE WHEN number % 10 = 0 THEN now() + number % 30 * interval '1 day' END,
    last_used_at = CASE WHEN number % 3 > 0 THEN now() END
  FROM (SELECT id AS numbered, row_number() OVER (ORDER BY id) AS number FROM m2m_credentials) AS numbers
  WHERE id = numbered`;

const insertEvents = `
  INSERT INTO audit_trail (at, org_id, actor_kind, actor_issuer, actor_subject, operation, target, request_id, outcome)
  SELECT now() - n * interval '1 minute', $1, 'person', 'https://identity.example.org', 'admin',
    (ARRAY['m2m-credentials:create', 'members:update', 'org-invitations:create'])[1 + n % 3], gen_random_uuid()::text,
    'request-' || n, CASE WHEN n % 20 = 0 THEN 'refused' ELSE 'done' END
  FROM generate_series(1, $2::integer) AS n`;

/** Submitted over the last 400 days. */
const attachResults = `
  WITH numbered AS (SELECT id AS result, row_number() OVER (ORDER BY id) AS number FROM survey_results),
  dated AS (
    UPDATE survey_results SET created_at = now() - number % 400 * interval '1 day' FROM numbered
    WHERE id = result RETURNING id)
  INSERT INTO org_results (org_id, result_id, attached_at, client_id) SELECT $1, id, now(), id FROM dated`;

export async function openConsole(bench: Bench): Promise<SignedInConsole> {
  const databaseUrl = await freshDatabase(bench);
  await addResults(bench, databaseUrl);
  const port = String(await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const identity = await Identity.start(bench, databaseUrl, {
    settings: { API_URL: baseUrl, CONSOLE_REDIRECT_URIS: `${baseUrl}/console/callback` },
  });
  const settings = { PORT: port, PLATFORM_BASE_URL: baseUrl, OIDC_ISSUER: identity.program.origin };
  const program = await startProduct(bench, 'platform-api/main', { databaseUrl, settings });
  await addCredentials(databaseUrl, amounts.credentials);
  const url = withSetting(databaseUrl, { name: 'governance.org_id', value: organization });
  await runSql(url, varyCredentials);
  await runSql(url, insertEvents, [organization, amounts.auditEvents]);
  await runSql(url, attachResults, [organization]);
  await runSql(url, 'ANALYZE');
  const [ids] = await runSql(
    url,
    'SELECT (SELECT id FROM m2m_credentials LIMIT 1) AS credential, (SELECT result_id FROM org_results LIMIT 1) AS result',
  );
  const cookie = await signedIn(program, await identity.addAdmin());
  return {
    credentialId: String(ids?.credential),
    resultId: String(ids?.result),
    cpu: () => processCpu(program.pid),
    time: async (path) => {
      const began = performance.now();
      const { status, text } = await callHttp(program.origin + path, {
        headers: { cookie, accept: 'text/html' },
      });
      const took = performance.now() - began;
      if (status !== 200 || !text.includes('Sign out')) throw new Error(`${path}: ${status} ${text}`);
      return took;
    },
  };
}

/** Results of 700 clients, some of them with a result before. */
async function addResults(bench: Bench, databaseUrl: string): Promise<void> {
  await using scope = bench.within();
  const program = await startProduct(scope, 'public-api/main', { databaseUrl });
  for (let number = 0; number < amounts.results; number++)
    await submit(program, { organizationName: `Client ${number % 700}` });
}

/** The cookies of a browser in which the person has signed in. */
async function signedIn(
  { origin }: Program,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  await using browser = await openBrowser();
  const page = await browser.newPage();
  await page.goto(`${origin}/console`);
  await page.type('#email', email);
  await page.type('#password', password);
  await page.click('button.primary');
  await until(() => page.url() === `${origin}/console`);
  const cookies = await browser.cookies();
  return cookies
    .filter(({ name }) => name === 'console-session')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}
