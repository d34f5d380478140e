import { type Sent } from './load';

/** Asks for a token by client credentials, with the secret in the form. */
export function tokenRequest(client: { readonly clientId: string; readonly secret: string }): Sent {
  const form = {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.secret,
  };
  return {
    method: 'POST',
    path: '/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  };
}
