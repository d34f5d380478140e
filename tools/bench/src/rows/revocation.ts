import { type Bench } from '../bench';
import { sendLoad } from '../load/load';
import { credentialsPath as path, manageCredentials } from '../processes/credentials';
import { freshDatabase } from '../processes/databases';
import { Identity } from '../processes/identity';
import { startProduct } from '../processes/product';
import { type Findings } from './row';

/** Two replicas of the platform surface: one manages credentials, the other receives their tokens. */
async function startReplicas(bench: Bench) {
  const databaseUrl = await freshDatabase(bench);
  const identity = await Identity.start(bench, databaseUrl);
  const options = { databaseUrl, settings: { OIDC_ISSUER: identity.program.origin } };
  const one = await startProduct(bench, 'platform-api/main', options);
  const other = await startProduct(bench, 'platform-api/main', options);
  return { other, credentials: await manageCredentials(identity, { manager: one, receiver: other }) };
}

/** Share of tokens refused at the first request after their credential's revocation, under load. */
export async function revocation(bench: Bench): Promise<Findings> {
  const { other, credentials } = await startReplicas(bench);
  const { token } = await credentials.add();
  const request = { method: 'GET', path, headers: { authorization: `Bearer ${token}` } };
  const refused: number[] = [];
  const trials = bench.setup.form.revocations;
  const load = async (): Promise<void> => {
    while (refused.length < trials) await sendLoad(other, { request, connections: 8, status: 200 }, 200);
  };
  const revokeAll = async (): Promise<void> => {
    while (refused.length < trials) {
      const credential = await credentials.add();
      await credentials.revoke(credential);
      if (await credentials.isAccepted(credential)) throw new Error('a revoked credential is accepted');
      refused.push(1);
    }
  };
  await Promise.all([load(), revokeAll()]);
  const notes = [`${trials} credentials, during ${other.answered} requests of another client`];
  return { figures: { refused }, notes };
}
