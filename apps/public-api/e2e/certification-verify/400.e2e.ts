import { randomUUID } from 'node:crypto';
import { type PublicApp, startPublicApp } from '../support/public-app';

describe('GET /api/certification/verify/{id} on the public host', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it.each([
    ['application/json', '42'],
    ['text/html', '42'],
    ['application/json', '%zz'],
    ['text/html', '%ff'],
  ])('answers 400 for an id that is not a UUID to a client that accepts %s, for %s', async (accept, id) => {
    const { status, body } = await app.get(`/api/certification/verify/${id}`, { accept });
    expect({ status, body }).toEqual({ status: 400, body: { error: 'id must be a UUID' } });
  });

  it.each(['/api/certification/verify/42', '/api/certification/verify/3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f1'])(
    'answers 400, and leads a browser on to the form: %s',
    async (path) => {
      const { status, body, headers } = await app.get(path, { accept: 'text/html' });
      expect({ status, body }).toEqual({ status: 400, body: { error: 'id must be a UUID' } });
      const given = path.split('/').at(-1) ?? '';
      expect(headers.get('refresh')).toBe(`0; url=https://assess.example.org/verify?certificate=${given}`);
      const machine = await app.get(path, { accept: 'application/json' });
      expect([machine.status, machine.headers.get('refresh')]).toEqual([400, null]);
    },
  );

  it('answers 400 to a program for an id that only a person may write otherwise', async () => {
    const id = randomUUID().replaceAll('-', '');
    for (const query of [`${id}?format=json`, `${randomUUID()}.?format=json`])
      expect((await app.get(`/api/certification/verify/${query}`)).status).toBe(400);
  });
});
