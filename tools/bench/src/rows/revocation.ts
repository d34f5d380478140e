import { callHttp } from '@governance/testing';
import { type Bench } from '../bench';
import { sendLoad } from '../load/load';
import { callApi, tokenRequest } from '../load/requests';
import { freshDatabase } from '../processes/databases';
import { Identity } from '../processes/identity';
import { startProduct } from '../processes/product';
import { type Findings } from './row';

const path = '/iam/m2m-credentials';

interface Credential {
  readonly id: string;
  readonly token: string;
}

/** Two replicas of the platform surface: one manages credentials, the other receives their tokens. */
async function startReplicas(bench: Bench) {
  const databaseUrl = await freshDatabase(bench);
  const identity = await Identity.start(bench, databaseUrl);
  const options = { databaseUrl, settings: { OIDC_ISSUER: identity.program.origin } };
  const one = await startProduct(bench, 'platform-api/main', options);
  const other = await startProduct(bench, 'platform-api/main', options);
  const adminToken = await identity.adminToken();
  const isAccepted = async ({ token }: Credential): Promise<boolean> => {
    const { status } = await callHttp(other.origin + path, { headers: { authorization: `Bearer ${token}` } });
    if (status !== 200 && status !== 401) throw new Error(`a token was answered ${status}`);
    return status === 200;
  };
  const add = async (): Promise<Credential> => {
    const body = { name: 'Nightly export', type: 'client_secret' };
    const created = await callApi('POST', one.origin + path, { token: adminToken, body });
    const client = { clientId: String(created.client_id), secret: String(created.client_secret) };
    const { path: tokenPath = '', ...request } = tokenRequest(client);
    const answer = await callHttp(identity.program.origin + tokenPath, request);
    const credential = { id: String(created.id), token: String(answer.body.access_token) };
    if (!(await isAccepted(credential))) throw new Error('an active credential is refused');
    return credential;
  };
  const revoke = async ({ id }: Credential): Promise<void> => {
    await callApi('DELETE', `${one.origin}${path}/${id}`, { token: adminToken });
  };
  return { other, add, revoke, isAccepted };
}

/** Share of tokens refused at the first request after their credential's revocation, under load. */
export async function revocation(bench: Bench): Promise<Findings> {
  const { other, add, revoke, isAccepted } = await startReplicas(bench);
  const { token } = await add();
  const request = { method: 'GET', path, headers: { authorization: `Bearer ${token}` } };
  const refused: number[] = [];
  const trials = bench.setup.form.revocations;
  const load = async (): Promise<void> => {
    while (refused.length < trials) await sendLoad(other, { request, connections: 8, status: 200 }, 200);
  };
  const revokeAll = async (): Promise<void> => {
    while (refused.length < trials) {
      const credential = await add();
      await revoke(credential);
      if (await isAccepted(credential)) throw new Error('a revoked credential is accepted');
      refused.push(1);
    }
  };
  await Promise.all([load(), revokeAll()]);
  const notes = [`${trials} credentials, during ${other.answered} requests of another client`];
  return { figures: { refused }, notes };
}
