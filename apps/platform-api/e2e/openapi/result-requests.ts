import { randomUUID } from 'node:crypto';
import { attachmentsPerWindow } from '../../src/org-results/org-results.service';
import { attach, attachedResult, resultsPath, storeResult, withdraw } from '../support/org-results';
import { type Documented } from './admin-requests';
import { refusedAttachments, refusedResultQueries } from './refused-bodies';

export async function requestResults({ app, ask, statusOf }: Documented): Promise<void> {
  const post = (body: object): Promise<number> => statusOf('POST', resultsPath, { body });
  const { id, capability } = await storeResult(app, {}, { organizationName: 'Acme Ltd' });
  await attachedResult(app, { extras: { organizationName: 'Acme Ltd' } });
  expect(await post({ capability })).toBe(201);
  for (const body of refusedAttachments) expect(await post(body)).toBe(400);
  const page = await ask('GET', `${resultsPath}?limit=1`);
  expect(page.status).toBe(200);
  expect((await ask('GET', `${resultsPath}?cursor=${String(page.body.next_cursor)}`)).status).toBe(200);
  expect(await statusOf('GET', `${resultsPath}/export`)).toBe(200);
  for (const [of, status] of [
    [id, 200],
    [randomUUID(), 404],
  ] as const)
    expect(await statusOf('GET', `${resultsPath}/${of}`)).toBe(status);
  for (const query of refusedResultQueries) {
    expect(await statusOf('GET', `${resultsPath}?${query}`)).toBe(400);
    expect(await statusOf('GET', `${resultsPath}/export?${query}`)).toBe(400);
  }
  for (const query of ['limit=0', 'cursor=AQ'])
    expect(await statusOf('GET', `${resultsPath}?${query}`)).toBe(400);
  const detach = (of: string): Promise<number> => statusOf('DELETE', `${resultsPath}/${of}`);
  expect([await detach(id), await detach(id), await detach('%E0%A4%A')]).toEqual([204, 404, 404]);
  await withdraw(app, id);
  expect(await post({ capability })).toBe(409);
  await useUpAttachments({ app, ask, statusOf });
}

/** The documented texts of the quota, of a guess, and of the limit. */
async function useUpAttachments({ app, statusOf }: Documented): Promise<void> {
  const { capability } = await storeResult(app);
  const post = (): Promise<number> => statusOf('POST', resultsPath, { body: { capability } });
  await app.sql(
    `WITH stored AS (
       INSERT INTO survey_results (id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier,
         launch_allowed, launch_reason, domain_scores)
       SELECT gen_random_uuid(), created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier,
         launch_allowed, launch_reason, domain_scores
       FROM survey_results, generate_series(1, 1000) WHERE id IN (SELECT result_id FROM org_results LIMIT 1) RETURNING id)
     INSERT INTO org_results SELECT $1, id, now(), id FROM stored LIMIT 1000 - (SELECT count(*) FROM org_results WHERE org_id = $1)`,
    [app.orgId],
  );
  expect(await post()).toBe(409);
  await app.sql('TRUNCATE org_clients CASCADE');
  expect(await statusOf('POST', resultsPath, { body: { capability: randomUUID() } })).toBe(404);
  expect(await statusOf('POST', resultsPath, { body: { capability, client_id: randomUUID() } })).toBe(404);
  await app.sql(
    `INSERT INTO org_clients (id, org_id, tags, is_archived, created_at, updated_at)
     SELECT gen_random_uuid(), $1, '{}', false, now(), now() FROM generate_series(1, 10000)`,
    [app.orgId],
  );
  expect(await post()).toBe(409);
  await app.sql('TRUNCATE org_clients CASCADE');
  // Without a comparison, which costs more than the call.
  for (let call = 0; call < attachmentsPerWindow; call += 1) await attach(app, capability);
  expect(await post()).toBe(429);
  await app.sql('TRUNCATE rate_limits, org_clients CASCADE');
}
