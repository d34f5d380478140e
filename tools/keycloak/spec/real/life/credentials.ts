import { type ClientProof, makeKeyPair } from '@governance/iam/spec';
import { type HttpAnswer } from '@governance/testing';
import { askForToken } from './machine-token';
import { type Way } from './way';

const path = '/iam/m2m-credentials';

/** A credential with a secret, as its creation returns it. */
export interface SecretCredential {
  readonly id: string;
  readonly proof: ClientProof & { readonly secret: string };
}

/** A credential with a key. */
export interface KeyCredential {
  readonly id: string;
  /** As the response names it. */
  readonly kid: string;
  readonly proof: ClientProof & { readonly privatePem: string };
}

/** An account admin of a way, who manages credentials over HTTP. */
export class CredentialAdmin {
  private constructor(
    private readonly way: Way,
    readonly token: string,
  ) {}

  /** An admin who has just signed in. */
  static async of(way: Way, orgId?: string): Promise<CredentialAdmin> {
    return new CredentialAdmin(way, await way.tokenOf(orgId === undefined ? {} : { orgId }));
  }

  ask(method: string, below: string, body?: object): Promise<HttpAnswer> {
    return this.way.programs.call(path + below, { method, token: this.token, ...(body && { body }) });
  }

  async createSecret(members: object = {}): Promise<SecretCredential> {
    const { id, client_id, client_secret } = await this.create({ type: 'client_secret', ...members });
    return { id: String(id), proof: { clientId: String(client_id), secret: String(client_secret) } };
  }

  async createKey(members: object = {}): Promise<KeyCredential> {
    const { publicPem, privatePem } = makeKeyPair('ES256');
    const body = await this.create({ type: 'public_key', public_key: publicPem, ...members });
    const proof = { clientId: String(body.client_id), privatePem, algorithm: 'ES256' as const };
    return { id: String(body.id), kid: String(body.kid), proof };
  }

  /** Replaces the secret. */
  async rotate({ id, proof }: SecretCredential, body?: object): Promise<SecretCredential> {
    const answer = await this.ask('POST', `/${id}/rotate-secret`, body);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return { id, proof: { ...proof, secret: String(answer.body.client_secret) } };
  }

  /** Names a service identity. */
  async rename(identityId: string): Promise<void> {
    const request = { method: 'PATCH', token: this.token, body: { name: 'Exports' } };
    const { status } = await this.way.programs.call(`/iam/service-identities/${identityId}`, request);
    expect(status).toBe(200);
  }

  async revoke(id: string): Promise<void> {
    expect((await this.ask('DELETE', `/${id}`)).status).toBe(204);
  }

  private async create(members: object): Promise<HttpAnswer['body']> {
    const { status, text, body } = await this.ask('POST', '', { name: 'Nightly export', ...members });
    expect([status, text]).toEqual([201, expect.any(String)]);
    return body;
  }
}

/** Whether a machine gets a token. RFC 6749 5.2: a refused client gets 400 or 401. */
export async function getsToken({ machineIssuer }: Way, proof: ClientProof): Promise<boolean> {
  const { status, text, body } = await askForToken(machineIssuer, proof);
  if (status === 200) return true;
  expect([status, text, body.error]).toEqual([
    status === 400 ? 400 : 401,
    expect.any(String),
    expect.stringMatching(/^(?:invalid|unauthorized)_client$/),
  ]);
  return false;
}

/** The status of a call that every machine may make. */
export async function statusOf({ programs }: Way, token: string): Promise<number> {
  return (await programs.call('/self/me', { token })).status;
}
