import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

/** The library alone: one client in memory, one key, JWT access tokens for one audience. */
const { PORT = '', API_URL = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const provider = new Provider(`http://127.0.0.1:${PORT}`, {
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
    },
  ],
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
