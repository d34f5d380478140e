import { type PlatformApp, startPlatformApp } from '../support/platform-app';

describe('GET /api/certification/verify/{id} with an id that is not a UUID', () => {
  let app: PlatformApp;
  beforeAll(async () => {
    app = await startPlatformApp();
  });
  afterAll(() => app.close());

  it.each([
    ['application/json', '42'],
    ['text/html', '42'],
    ['application/json', '%zz'],
    ['text/html', '%ff'],
  ])('answers 400 in the public shape to a client that accepts %s, for %s', async (accept, id) => {
    const { status, headers, body } = await app.call(`/api/certification/verify/${id}`, {
      headers: { accept },
    });
    expect({ status, body }).toEqual({ status: 400, body: { error: 'id must be a UUID' } });
    expect(headers.get('api-supported-versions')).toBe('1.0');
  });
});
