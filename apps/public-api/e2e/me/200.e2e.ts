import { type PublicApp, startPublicApp } from '../support/public-app';

const anonymous = { authenticated: false, email: '', name: '', roles: [] };

describe('GET /api/me', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 200 and authenticated=false to an anonymous caller', async () => {
    const { status, headers, body } = await app.get('/api/me');
    expect({ status, body }).toEqual({ status: 200, body: anonymous });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('Authorization, Cookie');
  });

  it.each(['Bearer', 'Bearer x.y.z', 'Basic dTpw', 'nonsense'])(
    'answers 200 as anonymous to %s',
    async (authorization) => {
      const { status, body } = await app.get('/api/me', { authorization });
      expect({ status, body }).toEqual({ status: 200, body: anonymous });
    },
  );
});
