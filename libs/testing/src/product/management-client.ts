import { callJson, type HttpAnswer } from '../call-http';

export interface MemberDraft {
  readonly orgId: string;
  readonly email: string;
  readonly role: 'account-admin' | 'client-manager' | 'viewer';
}

/** The management API of the embedded identity provider. Paths are below `/v1`. */
export class ManagementClient {
  /** Without a limit, a call lasts as long as its answer takes. */
  constructor(
    private readonly issuer: string,
    private readonly token: string,
    private readonly limit?: () => AbortSignal,
  ) {}

  call(method: string, path: string, body?: object): Promise<HttpAnswer> {
    const signal = this.limit?.() ?? null;
    return callJson(`${this.issuer}/management/v1${path}`, { method, token: this.token, body, signal });
  }

  /** @throws unless the provider does it. */
  async put(path: string, body: object): Promise<HttpAnswer['body']> {
    const answer = await this.call('PUT', path, body);
    if (answer.status >= 300) throw new Error(`PUT ${path} was answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  async putOrganization(orgId: string, { name = orgId, mfaMaxAge = 0 } = {}): Promise<void> {
    await this.put(`/organizations/${orgId}`, { name, mfaMaxAge });
  }

  /** Creates a user; the id is the local part of the address. */
  async putMember({ orgId, email, role }: MemberDraft): Promise<void> {
    const [id = ''] = email.split('@');
    await this.put(`/users/${id}`, { email, emailVerified: true, name: id });
    await this.put(`/organizations/${orgId}/memberships/${id}`, { role });
  }
}
