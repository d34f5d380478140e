// A machine in JavaScript, with openid-client. Prints the status and the body of GET /self/me.
import { createPrivateKey } from 'node:crypto';
import * as openid from 'openid-client';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, CLIENT_PRIVATE_KEY, PLATFORM_URL } = process.env;

const machine = await openid.discovery(new URL(ISSUER), CLIENT_ID, undefined, authentication(), {
  // The providers under test have no TLS.
  execute: [openid.allowInsecureRequests],
});
const { access_token: token } = await openid.clientCredentialsGrant(machine);
const response = await openid.fetchProtectedResource(
  machine,
  token,
  new URL('/self/me', PLATFORM_URL),
  'GET',
);
console.log(JSON.stringify({ status: response.status, body: await response.json() }));

function authentication() {
  if (CLIENT_PRIVATE_KEY === undefined) return openid.ClientSecretPost(CLIENT_SECRET);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  return openid.PrivateKeyJwt(createPrivateKey(CLIENT_PRIVATE_KEY).toCryptoKey(algorithm, false, ['sign']));
}
