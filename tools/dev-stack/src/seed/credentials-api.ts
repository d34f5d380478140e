import { randomUUID } from 'node:crypto';
import { JsonApi, type JsonApiOptions } from './json-api';

export interface ListedCredential {
  readonly id: string;
  readonly name: string;
}

/** A machine's credential with its secret, in the names of the platform surface (spec 2.9). */
export interface IssuedCredential extends ListedCredential {
  readonly client_id: string;
  readonly client_secret: string;
}

/** spec 9.5: clients pin the version. */
const version = '?api-version=1.0';

/** Permissions of a machine of the stack: by default it could only read. */
const permissions = ['self:organization:read', 'm2m:credentials:read', 'm2m:credentials:write'];

/** The machine credentials of one organization, at the platform surface. */
export class CredentialsApi {
  private readonly api: JsonApi;

  /** `token` is an admin's, with a recent second factor. */
  constructor({ url, ...options }: JsonApiOptions) {
    this.api = new JsonApi({ ...options, url: `${url}/iam/m2m-credentials` });
  }

  /** Undefined if these endpoints are not live (`PLATFORM_LIVE`). */
  async list(): Promise<readonly ListedCredential[] | undefined> {
    const { status, body } = await this.api.call({ method: 'GET', path: version }, 200, 404);
    if (status === 404) return undefined;
    return (body as { readonly credentials: readonly ListedCredential[] }).credentials;
  }

  /** Creates exactly one: its secret is shown once, and rotated if that response was lost. */
  async create(name: string, more: object = { permissions }): Promise<IssuedCredential> {
    const { body } = await this.api.call(
      {
        method: 'POST',
        path: version,
        body: { name, type: 'client_secret', ...more },
        headers: { 'idempotency-key': randomUUID() },
        // An attempt that timed out here is still running.
        notYet: [409],
      },
      201,
    );
    const created = body as ListedCredential & Partial<IssuedCredential>;
    return hasSecret(created) ? created : this.rotate(created.id);
  }

  async rotate(id: string): Promise<IssuedCredential> {
    const call = { method: 'POST', path: `/${id}/rotate-secret${version}` } as const;
    return (await this.api.call(call, 200)).body as IssuedCredential;
  }
}

function hasSecret(created: ListedCredential & Partial<IssuedCredential>): created is IssuedCredential {
  return created.client_secret !== undefined;
}
