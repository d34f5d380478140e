import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { clientsPath, createClient } from '../support/clients';
import { newOrganization } from '../support/credentials-app';
import { withdraw } from '../support/org-results';
import { assessed, assessedClient } from '../support/portfolio';
import { printPacks, reviewPackPath } from '../support/review-packs';
import { packsPerHour } from '../../src/review-packs/review-packs.service';

const pdf = '%PDF-1.7 of a pack';

describe('GET /org/clients/{clientId}/review-pack', () => {
  const app = given(newOrganization);
  afterEach(() => app.sql('TRUNCATE org_clients, rate_limits CASCADE'));
  const ask = (clientId: string) => app.ask('GET', reviewPackPath(clientId));
  const jobs = () => app.sql(`SELECT key FROM jobs WHERE queue = 'public/review-packs'`);

  it('answers 202 until the PDF is made, and queues it once § 10.25k', async () => {
    await app.sql('DELETE FROM jobs');
    const { clientId } = await assessedClient(app, { results: [assessed(2)] });
    for (let n = 0; n < 2; n += 1) {
      const { status, body, headers } = await ask(clientId);
      expect([status, body, headers.get('retry-after')]).toEqual([202, { ready: false }, '2']);
    }
    expect(await jobs()).toHaveLength(1);
    const stored = JSON.stringify(await app.sql('SELECT review_packs::text FROM review_packs'));
    expect(stored).not.toContain('Globex');
  });

  it('answers 200 with the PDF, as long as it is of the facts of now § 10.25l 10.25s', async () => {
    const { clientId, resultIds } = await assessedClient(app, { results: [assessed(1), assessed(2)] });
    await ask(clientId);
    await printPacks(app, pdf);
    const { status, text, headers } = await ask(clientId);
    expect([status, text]).toEqual([200, pdf]);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="review-pack-${clientId.slice(0, 8)}.pdf"`,
    );
    expect(headers.get('cache-control')).toContain('no-store');
    const again = async () => {
      const answer = await ask(clientId);
      await printPacks(app, pdf);
      return [answer.status, (await ask(clientId)).status];
    };
    await app.ask('PATCH', `${clientsPath}/${clientId}`, { body: { name: 'Globex AG' } });
    expect(await again()).toEqual([202, 200]);
    await withdraw(app, resultIds[1] ?? '');
    expect(await again()).toEqual([202, 200]);
  });

  it('answers 404 for a client that is unknown, of another organization, or without a result § 10.25p', async () => {
    const { clientId, resultIds } = await assessedClient(app, { results: [assessed(2)] });
    const other = await app.ask('GET', reviewPackPath(clientId), {
      token: app.personToken({ org_id: 'org_other' }),
    });
    expect([other.status, other.body]).toEqual([
      404,
      { error: 'not_found', error_description: 'there is no client with this id' },
    ]);
    for (const id of [randomUUID(), 'nonsense'])
      expect([(await ask(id)).status, (await ask(id)).text]).toEqual([404, other.text]);
    const none = { error: 'not_found', error_description: 'the client has no result' };
    const without = await ask(await createClient(app));
    expect([without.status, without.body]).toEqual([404, none]);
    await withdraw(app, resultIds[0] ?? '');
    expect(await ask(clientId)).toMatchObject({ status: 404, body: none });
  });

  it('answers 429 after 200 packs in an hour § 10.25q', async () => {
    const { clientId } = await assessedClient(app, { results: [assessed(2)] });
    await ask(clientId);
    await app.sql('UPDATE rate_limits SET hits = array_fill(hits[1], ARRAY[$1::integer])', [packsPerHour]);
    await app.sql('DELETE FROM review_packs');
    const { status, headers } = await ask(clientId);
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  });

  it('answers 503 for a pack that could not be made, until it may be requested again § 10.25r', async () => {
    const { clientId } = await assessedClient(app, { results: [assessed(2)] });
    await ask(clientId);
    const park = (interval: string) =>
      app.sql(`UPDATE review_packs SET state = 'parked', available_at = now() + $1::interval`, [interval]);
    await park('10 minutes');
    const { status, headers } = await ask(clientId);
    expect([status, Number(headers.get('retry-after')) > 500]).toEqual([503, true]);
    await park('-1 second');
    expect((await ask(clientId)).status).toBe(202);
  });
});
