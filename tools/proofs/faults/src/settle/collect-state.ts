import { checkTreeHead, IssuerKeySet } from '@governance/certificate-verifier';
import { AuditProof, treeHeadOf } from '@governance/iam';
import { callHttp } from '@governance/testing';
import { type FinalState } from '../history/final-state';
import { submissionIn } from '../load/submissions';
import { type World } from '../load/world';
import { countedEffects } from '../system/job-effects';
import { orphanBrowsers } from '../system/orphans';
import { organization, type ReplicatedProduct } from '../system/replicated-product';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What is stored and was mailed. */
export async function collectState(world: World): Promise<FinalState> {
  const { product } = world;
  await product.mail.read();
  const sql = (statement: string) => product.database.sql(statement);
  const results = await sql('SELECT id, answers FROM survey_results');
  const deliveries = await sql(`
    SELECT id, state, waiting_for IS NOT NULL AS is_waiting, coalesce(result_id, invitation_id, expiry_notice_id) AS about
    FROM deliveries`);
  const credentials = await sql('SELECT id, name, state, client_id FROM m2m_credentials');
  const audit = await sql(
    `SELECT request_id, operation, outcome FROM audit_trail WHERE org_id = '${organization}'`,
  );
  const [unfinished] = await sql(
    `SELECT ((SELECT count(*) FROM credential_intents) + (SELECT count(*) FROM provider_changes))::integer AS count`,
  );
  return {
    results: results.map(({ id, answers }) => ({
      id: text(id),
      submission: submissionIn(answers as Record<string, number>),
    })),
    jobs: await countedEffects(product.database),
    deliveries: deliveries.map((row) => ({
      id: text(row.id),
      about: text(row.about),
      state: text(row.state),
      isWaiting: row.is_waiting === true,
    })),
    mails: product.mail.mails,
    rejected: [...product.mail.rejected],
    trapRequests: product.trap.requests,
    credentials: credentials.map((row) => ({
      id: text(row.id),
      name: text(row.name),
      state: text(row.state),
      clientId: row.client_id === null ? undefined : text(row.client_id),
    })),
    clients: await clientsOf(product),
    unfinished: Number(unfinished?.count),
    auditEvents: audit.map((row) => ({
      requestId: text(row.request_id),
      operation: text(row.operation),
      outcome: text(row.outcome),
    })),
    auditProblems: await auditProblems(world),
    orphans: orphanBrowsers(product),
  };
}

async function clientsOf({ managementClient }: ReplicatedProduct): Promise<readonly string[]> {
  const { body } = await managementClient.call('GET', `/clients?orgId=${organization}`);
  return (body.clients as readonly { clientId: string }[]).map(({ clientId }) => clientId);
}

/** Seals the audit events and verifies the proof as an admin does. */
async function auditProblems({ product, token }: World): Promise<readonly string[]> {
  await product.sealAudit();
  const [website] = product.of('public-api/main');
  const [platform] = product.of('platform-api/main');
  const { body } = await callHttp(`${website?.origin ?? ''}/.well-known/jwks.json`);
  const keys = new IssuerKeySet(body);
  const proof = new AuditProof(async (jws) => treeHeadOf(await checkTreeHead(jws, keys)));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await callHttp(`${platform?.origin ?? ''}/iam/audit-events/proof`, { headers });
  for (const line of answer.text.trimEnd().split('\n')) await proof.take(line);
  const { outcome, problems } = proof.findings();
  return outcome === 'unsigned' ? ['nothing is signed'] : problems;
}
