import { callHttp, type HttpAnswer } from '@governance/testing';

/** An entry of the list, as far as it is looked at here. */
export interface ListedCredential {
  readonly id: string;
  readonly name: string;
  readonly client_id: string;
  readonly last_rotated_at: string;
}

/** A credential as its creation or rotation answers it. */
export interface IssuedCredential {
  readonly id: string;
  readonly clientId: string;
  /** Empty for one with a key. */
  readonly secret: string;
}

/** Somebody who manages the credentials of an organization over HTTP, by one process of the platform surface. */
export class AccountAdmin {
  constructor(
    private readonly origin: string,
    private readonly token: string,
  ) {}

  /** The same person, by another process. */
  at(origin: string): AccountAdmin {
    return new AccountAdmin(origin, this.token);
  }

  /** `headers` besides the token; `below` is below `/iam/m2m-credentials`. */
  ask(
    method: string,
    below: string,
    { body, headers = {} }: { body?: object; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<HttpAnswer> {
    return callHttp(`${this.origin}/iam/m2m-credentials${below}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async list(): Promise<readonly ListedCredential[]> {
    const { status, body } = await this.ask('GET', '');
    expect(status).toBe(200);
    return body.credentials as readonly ListedCredential[];
  }

  /** One with a secret, but for what is said. */
  async create(members: object = {}): Promise<IssuedCredential> {
    const body = { name: 'Nightly export', type: 'client_secret', ...members };
    const { status, text, ...answer } = await this.ask('POST', '', { body });
    expect([status, text]).toEqual([201, expect.any(String)]);
    return issued(answer.body);
  }

  async rotate(id: string, body?: object): Promise<IssuedCredential> {
    const { status, text, ...answer } = await this.ask('POST', `/${id}/rotate-secret`, body && { body });
    expect([status, text]).toEqual([200, expect.any(String)]);
    return issued(answer.body);
  }
}

export function issued({ id, client_id, client_secret = '' }: HttpAnswer['body']): IssuedCredential {
  return { id: String(id), clientId: String(client_id), secret: String(client_secret) };
}
