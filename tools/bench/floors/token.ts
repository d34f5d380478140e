import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { type Adapter, type AdapterPayload, type ClientMetadata, Provider } from 'oidc-provider';
import { Pool } from 'pg';

/**
 * The library with one client, one key and JWT access tokens for one audience. Without `DATABASE_URL` the client is in memory; with it,
 * clients and what the library stores are rows, by an adapter as its documentation describes one.
 */
const { PORT = '', API_URL = '', CLIENT_ID = '', CLIENT_SECRET = '', DATABASE_URL } = process.env;
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const client: ClientMetadata = {
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
  token_endpoint_auth_method: 'client_secret_post',
  id_token_signed_response_alg: 'ES256',
};

async function tableAdapter(connectionString: string): Promise<(kind: string) => Adapter> {
  const pool = new Pool({ connectionString, max: 10 });
  await pool.query(`
    CREATE TABLE IF NOT EXISTS oidc_models (kind text, id text, payload jsonb, expires_at timestamptz, PRIMARY KEY (kind, id))`);
  const upsert = {
    name: 'upsert',
    text: `INSERT INTO oidc_models VALUES ($1, $2, $3, now() + make_interval(secs => $4))
      ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
  };
  const find = {
    name: 'find',
    text: 'SELECT payload FROM oidc_models WHERE kind = $1 AND id = $2 AND (expires_at IS NULL OR expires_at > now())',
  };
  await pool.query({ ...upsert, values: ['Client', CLIENT_ID, client, null] });
  const notUsed = (): Promise<never> => Promise.reject(new Error('client credentials do not use this'));
  return (kind) => ({
    upsert: (id, payload, seconds) =>
      pool.query({ ...upsert, values: [kind, id, payload, seconds] }).then(() => undefined),
    find: async (id) =>
      (await pool.query<{ payload: AdapterPayload }>({ ...find, values: [kind, id] })).rows[0]?.payload,
    findByUserCode: notUsed,
    findByUid: notUsed,
    consume: notUsed,
    destroy: notUsed,
    revokeByGrantId: notUsed,
  });
}

async function main(): Promise<void> {
  const provider = new Provider(`http://127.0.0.1:${PORT}`, {
    ...(DATABASE_URL === undefined ? { clients: [client] } : { adapter: await tableAdapter(DATABASE_URL) }),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    responseTypes: ['code'],
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => API_URL,
        getResourceServerInfo: () => ({
          audience: API_URL,
          scope: 'api:full:read api:full:write',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
  const callback = provider.callback();
  createServer((req, res) => {
    if (req.url === '/health') res.end('ok');
    else void callback(req, res);
  }).listen(Number(PORT));
}

void main();
