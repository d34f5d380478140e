import { type ClientLine, OrgClientStore } from '@governance/assessments';
import { type AuditContext, everythingOf } from '@governance/iam';
import { Keyring } from '@governance/keyring';
import { PersistenceModule } from '@governance/persistence';
import { type Answer, publishedRubrics } from '@governance/rubric';
import { runSql, urlForProgram, withSetting } from '@governance/testing';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { type Bench } from '../bench';
import { organization } from './databases';

/** The client-manager, who sees one half of the clients that members are assigned to. */
export const managerId = 'user_manager';
const colleagueId = 'user_colleague';
/** So many clients are seen by a single member each. */
const assigned = 40;

const audit: AuditContext = {
  actor: { kind: 'person', issuer: 'https://identity.example.org', subject: 'admin', clientId: 'console' },
  orgId: organization,
  operation: 'org-clients:import',
  target: undefined,
  requestId: 'request-1',
  secondFactorAgeSeconds: undefined,
};
const batch = 500;

/** Every client has a name, a contact and a reference; every tenth is `Nord`, and every hundredth has the tag `gold`. */
function lineOf(number: number): ClientLine {
  const onlyMember = number % 2 === 0 ? managerId : colleagueId;
  const change = {
    name: `${number % 10 === 0 ? 'Nord' : 'Globex'} ${number} Ltd`,
    contactName: `Eva Muster ${number}`,
    contactEmail: `eva@client-${number}.example`,
    reference: `K-${number}`,
    tags: number % 100 === 0 ? ['gold'] : [],
    memberIds: number < assigned ? [onlyMember] : [],
  };
  return { id: undefined, newId: randomUUID(), change };
}

/** Clients as the product imports them; resolves to their ids. @throws if one is refused. */
async function importClients(bench: Bench, databaseUrl: string, count: number): Promise<readonly string[]> {
  const { keyringFile } = bench.setup;
  const url = await urlForProgram(databaseUrl, 'platform-api/main');
  const role = 'governance_platform_api';
  const module = PersistenceModule.forRoot({ databaseUrl: url, keyringFile, role });
  const app = await NestFactory.createApplicationContext(module, { logger: ['error'] });
  const clients = app.get(OrgClientStore).forViewer(everythingOf(organization));
  const lines = Array.from({ length: count }, (_, number) => lineOf(number));
  for (let from = 0; from < count; from += batch) {
    const imported = await clients.import(lines.slice(from, from + batch), { now: new Date(), audit });
    if (imported.some(({ outcome }) => outcome !== 'created')) throw new Error('a client was not created');
  }
  await app.close();
  return lines.map(({ newId }) => newId);
}

const mode = 'client-on-behalf';
const qualities = 7;

/** Answers from poor to good, which differ in their gaps, with their outcomes. They begin with another one in each round. */
function assessments(round: number): readonly object[] {
  const rubric = publishedRubrics.current;
  const questions = rubric.questionsOf(mode);
  return Array.from({ length: qualities }, (_, number) => {
    const quality = (number + round) % qualities;
    const answerOf = (index: number): Answer =>
      (index * 5) % qualities < quality ? 3 : index % 3 === 0 ? 2 : 0;
    const answers = Object.fromEntries(questions.map(({ id }, index) => [id, answerOf(index)]));
    const { overallScore, tier, launchAllowed, launchReason, domainScores } = rubric.assess(answers, mode);
    return { answers, overallScore, tier, launchAllowed, launchReason, domainScores };
  });
}

/** Results of the assessments `$5`, each as old as `$3` says, in days. */
const insertResults = `
  INSERT INTO survey_results (
    id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier, launch_allowed,
    launch_reason, domain_scores, organization_name)
  SELECT id, now() - days * interval '1 day', '${mode}', $4::jsonb ->> 'id', $4::jsonb ->> 'version', $4::jsonb ->> 'sha256',
    answers, "overallScore", tier, "launchAllowed", "launchReason", "domainScores", name
  FROM unnest($1::uuid[], $2::bytea[], $3::float[]) WITH ORDINALITY AS result (id, name, days, number),
    jsonb_to_record($5::jsonb -> (number % jsonb_array_length($5::jsonb))::integer) AS assessed (
      answers jsonb, "overallScore" smallint, tier text, "launchAllowed" boolean, "launchReason" text, "domainScores" jsonb)`;

const attachResults = `
  INSERT INTO org_results (org_id, result_id, attached_at, client_id)
  SELECT $1, result, now(), client FROM unnest($2::uuid[], $3::uuid[]) AS attached (result, client)`;

/** A result of each client, with a sealed name. The newest ones are up to 400 days old, and earlier ones 100 days apart. */
async function addRound(
  databaseUrl: string,
  clientIds: readonly string[],
  { keyring, round }: { readonly keyring: Keyring; readonly round: number },
): Promise<void> {
  const ids = clientIds.map(() => randomUUID());
  const names = ids.map((row, number) =>
    keyring.seal(`Globex ${number}`, { table: 'survey_results', column: 'organization_name', row }),
  );
  const ages = ids.map((_, number) => (400 * number) / ids.length + 100 * round);
  const { reference } = publishedRubrics.current;
  const outcomes = [JSON.stringify(reference), JSON.stringify(assessments(round))];
  await runSql(databaseUrl, insertResults, [ids, names, ages, ...outcomes]);
  await runSql(databaseUrl, attachResults, [organization, ids, clientIds]);
}

/** An organization with clients, each with the same number of results. Resolves to the id of a client whom all see. */
export async function addClients(
  bench: Bench,
  databaseUrl: string,
  amounts: { readonly clients: number; readonly results: number },
): Promise<string> {
  const clientIds = await importClients(bench, databaseUrl, amounts.clients);
  const keyring = Keyring.load(bench.setup.keyringFile);
  const inOrganization = withSetting(databaseUrl, { name: 'governance.org_id', value: organization });
  const url = withSetting(inOrganization, { name: 'governance.viewer', value: '*' });
  for (let round = 0; round < amounts.results / amounts.clients; round++)
    await addRound(url, clientIds, { keyring, round });
  await runSql(url, 'VACUUM ANALYZE');
  return clientIds.at(-1) ?? '';
}
