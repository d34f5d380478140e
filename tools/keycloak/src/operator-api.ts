/** An operator's access to the admin REST API of a Keycloak. */
export interface OperatorAccess {
  /** The URL of the server, with its path if it has one, without a slash at the end. */
  readonly serverUrl: string;
  readonly username: string;
  readonly password: string;
}

export interface OperatorAnswer {
  readonly status: number;
  /** JSON; undefined for an empty body. */
  readonly body: unknown;
}

const timeoutMs = 60_000;

/** The token of an operator is valid for a minute. */
const tokenMs = 30_000;

/** The admin REST API as an operator of the realm `master`. */
export class OperatorApi {
  private issued: { readonly token: string; readonly until: number } | undefined;

  constructor(private readonly access: OperatorAccess) {}

  /** Sends one request. Rejects if the server does not respond or refuses the operator. */
  async ask(method: string, path: string, body?: unknown): Promise<OperatorAnswer> {
    const token = await this.token();
    const response = await fetch(`${this.access.serverUrl}/admin/realms${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  }

  /** Sends one request that must succeed. The error names the request and the status. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: Keycloak answered ${answer.status}`);
    return answer.body;
  }

  /** The resource, or undefined if there is none. */
  async find(path: string): Promise<unknown> {
    const answer = await this.ask('GET', path);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw new Error(`GET ${path}: Keycloak answered ${answer.status}`);
    return answer.body;
  }

  private async token(): Promise<string> {
    if (this.issued !== undefined && performance.now() < this.issued.until) return this.issued.token;
    const until = performance.now() + tokenMs;
    const { serverUrl, username, password } = this.access;
    const response = await fetch(`${serverUrl}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username, password }),
    });
    if (response.status !== 200)
      throw new Error(`Keycloak refuses the operator: it answered ${response.status}`);
    const { access_token: token } = (await response.json()) as { access_token: string };
    this.issued = { token, until };
    return token;
  }
}
