import { nextRsaKeyPair } from '@governance/testing';
import { CompactSign, exportJWK, type JWK } from 'jose';
import { type KeyObject, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

export type Claims = Record<string, unknown>;

export interface Signing {
  readonly header?: Record<string, unknown>;
  readonly key?: KeyObject | Uint8Array;
}

export type Answer = (req: IncomingMessage, res: ServerResponse) => boolean;

/** The platform of workloads, which signs assertions with one key. */
export interface WorkloadIssuer {
  readonly issuer: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The public keys. */
  readonly keySet: { keys: JWK[] };
  /** The members of the discovery document. */
  readonly metadata: Record<string, unknown>;
  /** The paths of the received requests. */
  readonly requests: string[];
  /** `answer` answers instead of the issuer, where it returns true. */
  readonly fault: { answer: Answer | undefined };
  /** Signs claims, or the text of claims. */
  sign(claims: Claims | string, signing?: Signing): Promise<string>;
  close(): Promise<void>;
}

export const signingKid = 'key-1';

/** Publishes its keys on this machine. */
export async function startWorkloadIssuer(): Promise<WorkloadIssuer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { publicKey, privateKey } = nextRsaKeyPair();
  const jwk = { ...(await exportJWK(publicKey)), kid: signingKid, use: 'sig', alg: 'RS256' };
  const started: WorkloadIssuer = {
    issuer,
    privateKey,
    publicKey,
    keySet: { keys: [jwk] },
    metadata: { issuer, jwks_uri: `${issuer}/jwks`, id_token_signing_alg_values_supported: ['RS256'] },
    requests: [],
    fault: { answer: undefined },
    sign: (claims, { header = {}, key = privateKey } = {}) => {
      const text = typeof claims === 'string' ? claims : JSON.stringify(claims);
      const protectedHeader = { alg: 'RS256', kid: signingKid, typ: 'JWT', ...header };
      // Without this, `jose` refuses to sign unknown critical header members.
      const crit = Object.fromEntries(Object.keys(header).map((name) => [name, true]));
      return new CompactSign(new TextEncoder().encode(text))
        .setProtectedHeader(protectedHeader)
        .sign(key, { crit });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    started.requests.push(req.url ?? '');
    if (started.fault.answer?.(req, res)) return;
    const body = req.url === '/jwks' ? started.keySet : started.metadata;
    res.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  return started;
}

/** The claims that every assertion has. */
export function commonClaims(issuer: string, audience: unknown): Claims {
  const now = Math.floor(Date.now() / 1000);
  return { iss: issuer, aud: audience, jti: randomUUID(), iat: now, nbf: now, exp: now + 300 };
}
