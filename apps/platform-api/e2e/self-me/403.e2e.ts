import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

const refused = {
  error: 'insufficient_permissions',
  error_description: 'the credential may not be used from this network',
};

describe('GET /self/me', () => {
  let app: CredentialsApp;
  let behindProxy: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
    behindProxy = await startCredentialsApp({ settings: { TRUST_PROXY: 1 } });
  });
  afterAll(async () => {
    await behindProxy.close();
    await app.close();
  });

  const restricted = async (at: CredentialsApp, allowed_networks: readonly string[]): Promise<string> => {
    const { clientId } = await at.create({ allowed_networks });
    return at.machineToken(clientId);
  };
  const from = (...addresses: string[]): Record<string, string> => ({
    'x-forwarded-for': addresses.join(', '),
  });

  it('answers 403 to a machine outside its networks, and records no use', async () => {
    const token = await restricted(app, ['192.0.2.0/24', '2001:db8::/32']);
    const { status, body, headers } = await app.ask('GET', '/self/me', { token });
    expect([status, body]).toEqual([403, refused]);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_scope"/);
    expect(headers.get('api-supported-versions')).toBe('1.0');
    const used = await app.sql('SELECT id FROM m2m_credentials WHERE last_used_at IS NOT NULL');
    expect(used).toEqual([]);
  });

  it('does not believe a forwarded address that no trusted proxy has added', async () => {
    const token = await restricted(app, ['192.0.2.0/24']);
    for (const headers of [
      from('192.0.2.7'),
      { forwarded: 'for=192.0.2.7' },
      { 'x-real-ip': '192.0.2.7' },
      { 'client-ip': '192.0.2.7' },
    ]) {
      expect((await app.ask('GET', '/self/me', { token, headers })).status).toBe(403);
    }
    const here = await restricted(app, ['127.0.0.0/8']);
    const headers = from('198.51.100.1');
    expect((await app.ask('GET', '/self/me', { token: here, headers })).status).toBe(200);
  });

  it.each([
    [['192.0.2.7'], 200],
    [['::ffff:192.0.2.7'], 200],
    [['2001:DB8::7'], 200],
    [['198.51.100.1'], 403],
    // The trusted proxy appends the address that it sees; the client has sent the rest.
    [['192.0.2.7', '198.51.100.1'], 403],
    [['198.51.100.1', '192.0.2.7'], 200],
    [['192.0.2.7:4711'], 200],
    [['[2001:db8::7]:4711'], 200],
    [['[::ffff:192.0.2.7]:4711'], 200],
    [['2001:db8::7%eth0'], 200],
    [['198.51.100.1:4711'], 403],
    // An empty entry stays: the client has sent the one before it.
    [['192.0.2.7', ''], 403],
    [['unknown'], 403],
    [[''], 403],
  ])('behind a trusted proxy, the forwarded addresses %j are answered %i', async (addresses, status) => {
    const token = await restricted(behindProxy, ['192.0.2.0/24', '2001:db8::/32']);
    const headers = from(...addresses);
    expect((await behindProxy.ask('GET', '/self/me', { token, headers })).status).toBe(status);
  });
});
