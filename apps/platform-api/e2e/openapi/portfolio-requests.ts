import { randomUUID } from 'node:crypto';
import { packsPerHour } from '../../src/review-packs/review-packs.service';
import { createClient } from '../support/clients';
import { printPacks, reviewPackPath } from '../support/review-packs';
import { assessed, assessedClient, portfolioClientsPath, portfolioPath } from '../support/portfolio';
import { type Documented } from './admin-requests';

const refused = ['tag=a;b', 'owner=a+b', 'tag=a&tag=b', 'owner=a&owner=b'];

export async function requestPortfolio({ app, ask, statusOf }: Documented): Promise<void> {
  await assessedClient(app, { results: [assessed(1), assessed(2)] });
  await assessedClient(app, { results: [assessed(3)] });
  expect(await statusOf('GET', portfolioPath)).toBe(200);
  const page = await ask('GET', `${portfolioClientsPath}?limit=1`);
  expect(page.status).toBe(200);
  const next = `${portfolioClientsPath}?cursor=${String(page.body.next_cursor)}`;
  expect(await statusOf('GET', next)).toBe(200);
  for (const query of refused)
    expect([query, await statusOf('GET', `${portfolioPath}?${query}`)]).toEqual([query, 400]);
  for (const query of [...refused, 'limit=0', 'cursor=AQ'])
    expect([query, await statusOf('GET', `${portfolioClientsPath}?${query}`)]).toEqual([query, 400]);
}

export async function requestReviewPacks({ app, statusOf }: Documented): Promise<void> {
  const { clientId } = await assessedClient(app, { results: [assessed(2)] });
  const get = (id = clientId): Promise<number> => statusOf('GET', reviewPackPath(id));
  expect([await get(), await get(randomUUID()), await get(await createClient(app))]).toEqual([202, 404, 404]);
  await printPacks(app, '%PDF-1.7');
  expect(await get()).toBe(200);
  await app.sql(
    `UPDATE review_packs SET state = 'parked', document = NULL, available_at = now() + interval '1 hour'`,
  );
  expect(await get()).toBe(503);
  await app.sql('DELETE FROM review_packs');
  await app.sql('UPDATE rate_limits SET hits = array_fill(hits[1], ARRAY[$1::integer])', [packsPerHour]);
  expect(await get()).toBe(429);
  await app.sql('TRUNCATE rate_limits');
}
