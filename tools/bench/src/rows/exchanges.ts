import { createSigningKey, mintToken } from '@governance/testing';
import { type LoadRequest } from 'autocannon';
import { randomUUID } from 'node:crypto';
import { type Bench } from '../bench';
import { httpContest } from '../load/load';
import { formRequest, tokenRequest } from '../load/requests';
import { type Contest, doubleOf } from '../measure/contest';
import { freshDatabase } from '../processes/databases';
import { Identity } from '../processes/identity';

const workloads = 'https://cluster.bench.example';
const subject = 'system:serviceaccount:jobs:backup';

/** A token for an assertion of a workload, which is used again and again, or once, and a token by client credentials. */
export async function exchanges(bench: Bench): Promise<Contest> {
  const identity = await Identity.start(bench, await freshDatabase(bench));
  const key = createSigningKey('RS256', 'key-1');
  const rule = {
    issuer: workloads,
    subject,
    keySet: { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid }] },
  };
  const [often, once] = [
    await identity.addTrustRule({ ...rule, singleUse: false }),
    await identity.addTrustRule({ ...rule, singleUse: true }),
  ];
  const assertion = (): string => {
    const now = Math.floor(Date.now() / 1_000);
    const times = { iat: now, nbf: now, exp: now + 3_600 };
    const claims = { iss: workloads, aud: identity.issuer, sub: subject, jti: randomUUID(), ...times };
    return mintToken({ header: { typ: 'JWT' }, claims }, key);
  };
  const reused = exchangeRequest(often, assertion());
  const fresh: LoadRequest = {
    ...reused,
    setupRequest: (request) => ({ ...request, ...exchangeRequest(once, assertion()) }),
  };
  const load = { program: identity.program, status: 200, text: '"access_token":"ey' };
  const reference = {
    ...load,
    name: 'client credentials',
    request: tokenRequest(await identity.addClient()),
  };
  return httpContest(bench, [
    reference,
    { ...load, name: 'known assertion', request: reused },
    { ...load, name: 'new assertion', request: fresh },
    { ...reference, name: doubleOf(reference.name) },
  ]);
}

function exchangeRequest(clientId: string, assertion: string): LoadRequest {
  return formRequest({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    client_id: clientId,
    assertion,
  });
}
