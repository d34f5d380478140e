import { type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { goldenCase } from '../support/golden';
import { type PublicApp, startPublicApp } from '../support/public-app';

const { answers } = goldenCase('gates-2-rest-0');

describe('POST /api/survey-results', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp({ settings: { TRUST_PROXY: 1 } });
  });
  afterAll(() => app.close());

  function submit(
    key: string,
    { from, notes }: { readonly from: string; readonly notes?: string },
  ): Promise<HttpAnswer> {
    const headers = { 'idempotency-key': key, 'x-forwarded-for': from };
    return app.post('/api/survey-results', { answers, ...(notes !== undefined && { notes }) }, headers);
  }

  it('answers 422 to a client that uses an Idempotency-Key again with another body', async () => {
    const key = randomUUID();
    const { body: first } = await submit(key, { from: '192.0.2.1' });
    const { status, body } = await submit(key, { from: '192.0.2.1', notes: 'another' });
    expect({ status, body }).toEqual({
      status: 422,
      body: { error: 'this Idempotency-Key was used with another body' },
    });
    expect(await app.sql('SELECT id FROM survey_results')).toEqual([{ id: first.id }]);
  });

  it('answers 422 to another address of the same IPv6 network', async () => {
    const key = randomUUID();
    await submit(key, { from: '2001:db8:1:2::1' });
    expect((await submit(key, { from: '2001:db8:1:2::2', notes: 'another' })).status).toBe(422);
  });

  it('treats another client’s key with another body as a new submission', async () => {
    const key = randomUUID();
    const { body: first } = await submit(key, { from: '192.0.2.1' });
    const second = await submit(key, { from: '198.51.100.1', notes: 'another' });
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(second.body.id).not.toBe(first.id);

    const again = await submit(key, { from: '198.51.100.1', notes: 'another' });
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', second.text]);
    expect((await submit(key, { from: '198.51.100.1', notes: 'a third' })).status).toBe(422);
  });
});
