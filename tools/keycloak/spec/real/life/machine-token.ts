import { type ClientProof } from '@governance/iam/spec';
import { callHttp, type HttpAnswer } from '@governance/testing';
import { authenticationOf } from '../keycloak-harness';

/** A token request of a machine, which knows its client and the issuer. */
export async function askForToken(
  issuer: string,
  proof: ClientProof,
  more: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  const { body } = await callHttp(`${issuer}/.well-known/openid-configuration`);
  return callHttp(String(body.token_endpoint), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: proof.clientId,
      ...more,
      ...(await authenticationOf(proof, issuer)),
    }),
  });
}

/** The access token of a machine. @throws when it is refused. */
export async function tokenOfMachine(issuer: string, proof: ClientProof): Promise<string> {
  const { status, text, body } = await askForToken(issuer, proof);
  if (status !== 200) throw new Error(`the token endpoint answered ${status}: ${text}`);
  return String(body.access_token);
}
