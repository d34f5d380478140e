import { runSql, type Settings, urlForProgram } from '@governance/testing';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Bench } from '../bench';
import { httpContest } from '../load/load';
import { submissionRequest, submit, tokenRequest, verificationRequest } from '../load/requests';
import { Contest, doubleOf } from '../measure/contest';
import { addCertifiedResults, addCredentials, freshDatabase, organization } from '../processes/databases';
import { Identity } from '../processes/identity';
import { platformBaseUrl, startProduct } from '../processes/product';
import { type Program, startReference } from '../processes/program';

/** The same submission to bare Express, the product, the textbook service, and Express with the product's libraries. */
export async function submissions(bench: Bench): Promise<Contest> {
  const [bareUrl, productUrl] = [await freshDatabase(bench), await freshDatabase(bench)];
  const [textbookUrl, workingUrl] = [await freshDatabase(bench), await freshDatabase(bench)];
  // The database generates the id, as in TypeORM's documentation.
  await runSql(textbookUrl, 'ALTER TABLE survey_results ALTER COLUMN id SET DEFAULT gen_random_uuid()');
  const product = await startProduct(bench, 'public-api/main', { databaseUrl: productUrl });
  const env = { DATABASE_URL: bareUrl, KNOWN_RESULT: await submit(product) };
  const [bare, again] = await startTwice(bench, 'floors/express', env);
  const textbook = await startReference(bench, 'floors/textbook', { env: { DATABASE_URL: textbookUrl } });
  const working = await startReference(bench, 'floors/working-express', {
    env: { DATABASE_URL: workingUrl },
  });
  const load = { request: submissionRequest, status: 201 };
  const contest = await httpContest(bench, [
    { ...load, name: 'bare Express', program: bare },
    { ...load, name: 'product', program: product },
    { ...load, name: 'textbook Nest', program: textbook },
    { ...load, name: 'working Express', program: working },
    { ...load, name: doubleOf('bare Express'), program: again },
  ]);
  await checkCount(bareUrl, bare.answered + again.answered);
  await checkCount(productUrl, product.answered);
  await checkCount(textbookUrl, textbook.answered);
  await checkCount(workingUrl, working.answered);
  return contest;
}

/** @throws if the numbers of answered and stored submissions differ. */
export async function checkCount(databaseUrl: string, answered: number): Promise<void> {
  const [row] = await runSql(databaseUrl, 'SELECT count(*)::integer AS stored FROM survey_results');
  if (row?.stored !== answered)
    throw new Error(`${answered} were answered, and ${String(row?.stored)} stored`);
}

async function startTwice(bench: Bench, name: string, env: Settings): Promise<readonly [Program, Program]> {
  return [await startReference(bench, name, { env }), await startReference(bench, name, { env })];
}

/** The record of a certificate, out of many, from bare Express, the product, and Express with the product's libraries. */
export async function verifications(bench: Bench): Promise<Contest> {
  const databaseUrl = await freshDatabase(bench);
  const request = verificationRequest(await addCertifiedResults(bench, databaseUrl));
  const [bare, again] = await startTwice(bench, 'floors/express', { DATABASE_URL: databaseUrl });
  const working = await startReference(bench, 'floors/working-express', {
    env: { DATABASE_URL: databaseUrl },
  });
  const product = await startProduct(bench, 'platform-api/main', { databaseUrl });
  const load = { request, status: 200, text: '"credential":"' };
  return httpContest(bench, [
    { ...load, name: 'bare Express', program: bare },
    { ...load, name: 'product', program: product, text: '"valid":true' },
    { ...load, name: 'working Express', program: working, text: '"valid":true' },
    { ...load, name: doubleOf('bare Express'), program: again },
  ]);
}

/** A token by client credentials, from the library, alone and with a table of clients, and from the provider that is built on it. */
export async function tokens(bench: Bench): Promise<Contest> {
  const identity = await Identity.start(bench, await freshDatabase(bench));
  const client = await identity.addClient();
  const env = { API_URL: platformBaseUrl, CLIENT_ID: client.clientId, CLIENT_SECRET: client.secret };
  const [bare, again] = await startTwice(bench, 'floors/token', env);
  const databaseUrl = await freshDatabase(bench);
  const working = await startReference(bench, 'floors/token', { env: { ...env, DATABASE_URL: databaseUrl } });
  const load = { request: tokenRequest(client), status: 200, text: '"access_token":"ey' };
  return httpContest(bench, [
    { ...load, name: 'bare oidc-provider', program: bare },
    { ...load, name: 'product', program: identity.program },
    { ...load, name: 'working oidc-provider', program: working },
    { ...load, name: doubleOf('bare oidc-provider'), program: again },
  ]);
}

/** The guard and its references, as functions in a separate process. */
export async function guardCosts(bench: Bench): Promise<Contest> {
  const databaseUrl = await freshDatabase(bench);
  const [clientId = ''] = await addCredentials(databaseUrl, 1_000);
  const env = {
    PATH: process.env.PATH,
    DATABASE_OWNER_URL: databaseUrl,
    DATABASE_URL: await urlForProgram(databaseUrl, 'platform-api/main'),
    KEYRING_FILE: bench.setup.keyringFile,
    ROUNDS: String(bench.setup.form.rounds),
    CLIENT_ID: clientId,
    ORGANIZATION: organization,
  };
  const program = join(process.cwd(), 'dist/tools/bench/src/guard/guard-costs.js');
  const { stdout } = await promisify(execFile)('taskset', ['-c', '0', process.execPath, program], { env });
  return new Contest(JSON.parse(stdout) as Contest['slices'], 'cpu');
}
