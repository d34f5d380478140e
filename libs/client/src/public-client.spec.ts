import { TestServer } from '../spec/test-server';
import { CertificateNotValidError } from './certificate-not-valid-error';
import { PublicClient } from './public-client';

const id = '0d7c6dd0-2d5e-4bb5-a2d4-9f9b8f2a7c11';

describe('the client of the public surface', () => {
  let server: TestServer;
  let client: PublicClient;
  beforeAll(async () => {
    server = await TestServer.start();
    client = new PublicClient({ baseUrl: server.origin, retry: { baseDelayMs: 1 } });
  });
  afterAll(() => server.close());

  it('submits under an idempotency key, without a token', async () => {
    server.answer({ status: 503 }, { status: 201, body: { id, overallScore: 71 } });
    const result = await client.post('/api/survey-results', { body: { answers: { 'gov-ai-policy': 3 } } });
    expect(result.overallScore).toBe(71);
    const [first, second] = server.received;
    expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
    expect(first?.headers.authorization).toBeUndefined();
    expect(first?.url).toBe('/api/survey-results');
  });

  it('throws the text of an error', async () => {
    server.answer({ status: 400, headers: { 'x-request-id': 'r' }, body: { error: 'answers is missing' } });
    await expect(
      client.post('/api/launch-path', { body: { answers: { 'gov-ai-policy': 3 } } }),
    ).rejects.toMatchObject({
      message: 'answers is missing',
      status: 400,
      code: undefined,
      requestId: 'r',
    });
  });

  describe('verifying a certificate', () => {
    it('has the certificate only if it is valid', async () => {
      const record = { id, valid: true, status: 'valid', tier: 'Ready' };
      server.answer({ body: record });
      expect(await client.verify(id.toUpperCase())).toEqual({ valid: true, certificate: record });
      expect(await client.requireValid(id)).toEqual(record);
    });

    it.each<[string, object, string]>([
      ['not found', { id, valid: false, status: 'not_found' }, 'not_found'],
      ['withdrawn', { id, valid: false, status: 'withdrawn' }, 'withdrawn'],
      ['of a status from the future', { id, valid: false, status: 'suspended' }, 'suspended'],
      ['not valid, with a status that says so', { id, valid: false, status: 'valid' }, 'unknown'],
      ['valid in words only', { id, valid: 'true', status: 'valid' }, 'unknown'],
      ['about another certificate', { id: 'other', valid: true, status: 'valid' }, 'unknown'],
      ['empty', {}, 'unknown'],
    ])('is not valid when the record is %s', async (_what, record, status) => {
      server.answer({ body: record });
      expect(await client.verify(id)).toEqual({ valid: false, status, record });
      const failure = client.requireValid(id);
      await expect(failure).rejects.toBeInstanceOf(CertificateNotValidError);
      await expect(failure).rejects.toMatchObject({ id, verification: { valid: false, status } });
    });
  });
});
