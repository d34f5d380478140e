import { callJson, type HttpAnswer, type JsonRequest } from '@governance/testing';

/** The members of a list entry that these tests read. */
export interface ListedCredential {
  readonly id: string;
  readonly name: string;
  readonly client_id: string;
  readonly last_rotated_at: string;
  readonly secrets: readonly object[];
  /** Only for a key. */
  readonly kid?: string;
}

/** A credential as returned by its creation or rotation. */
export interface IssuedCredential {
  readonly id: string;
  readonly clientId: string;
  /** Empty for a credential with a key. */
  readonly secret: string;
}

/** An account admin who manages an organization's credentials over HTTP, through one process of the platform surface. */
export class AccountAdmin {
  constructor(
    private readonly origin: string,
    private readonly token: string,
  ) {}

  /** The same admin, through another process. */
  at(origin: string): AccountAdmin {
    return new AccountAdmin(origin, this.token);
  }

  /** `headers` are sent besides the token; `below` is a path below `/iam/m2m-credentials`. */
  ask(
    method: string,
    below: string,
    request: Pick<JsonRequest, 'body' | 'headers'> = {},
  ): Promise<HttpAnswer> {
    const url = `${this.origin}/iam/m2m-credentials${below}`;
    return callJson(url, { ...request, method, token: this.token });
  }

  async list(): Promise<readonly ListedCredential[]> {
    const { status, body } = await this.ask('GET', '');
    expect(status).toBe(200);
    return body.credentials as readonly ListedCredential[];
  }

  /** Creates a credential, with a secret unless `members` says otherwise. */
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
