import { callHttp } from '@governance/testing';
import { fingerprint } from '../../history/recorder';
import { type World } from '../../load/world';

/** A machine that keeps its secret and its tokens during a rotation. */
export class Machine {
  private constructor(
    private readonly world: World,
    private readonly client: { readonly id: string; readonly secret: string },
  ) {}

  static async create(world: World): Promise<Machine> {
    const name = 'Machine of before';
    const body = { name, type: 'client_secret' };
    const answer = await world.askPlatform({ kind: 'create', name }, '/iam/m2m-credentials', { body });
    const { client_id: id, client_secret: secret } = answer?.body ?? {};
    return new Machine(world, { id: String(id), secret: String(secret) });
  }

  withSecret(secret: string): Machine {
    return new Machine(this.world, { id: this.client.id, secret });
  }

  /** @throws unless the secret is accepted. */
  async token(): Promise<string> {
    const { id, secret } = this.client;
    const { status, text, body } = await callHttp(`${this.world.product.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
    });
    if (status !== 200) throw new Error(`The secret ${fingerprint(secret)} was answered ${status}: ${text}`);
    return String(body.access_token);
  }

  async statusWith(token: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    return (await callHttp(`${this.world.platform().origin}/self/me`, { headers })).status;
  }

  /** The id of the key that signed a token. */
  keyOf(token: string): string {
    const [head = ''] = token.split('.');
    return String((JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid?: unknown }).kid);
  }
}
