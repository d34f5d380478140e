import { callHttp } from '@governance/testing';
import { freshDatabase } from '../processes/databases';
import { sendLoad } from '../load/load';
import { Identity } from '../processes/identity';
import { Product } from '../processes/product';
import { type BenchRow } from '../row';
import { type Bench } from '../bench';

const path = '/iam/m2m-credentials';

interface Machine {
  readonly id: string;
  readonly token: string;
}

/** Two replicas of the platform surface, and an admin of an organization. */
class Replicas {
  constructor(
    private readonly identity: Identity,
    private readonly one: string,
    readonly other: string,
    private readonly admin: string,
  ) {}

  static async start(bench: Bench): Promise<Replicas> {
    const databaseUrl = await freshDatabase(bench, 'revocation');
    const identity = await Identity.start(bench, databaseUrl);
    const product = Product.on(bench, databaseUrl, identity.platformSettings);
    const [one, other] = [await product.start('platform-api/main'), await product.start('platform-api/main')];
    return new Replicas(identity, one.origin, other.origin, await identity.adminToken());
  }

  /** A machine with a token that the other replica has seen. */
  async machine(): Promise<Machine> {
    const body = JSON.stringify({ name: 'Nightly export', type: 'client_secret' });
    const created = await this.ask('POST', '', body);
    const { id, client_id: clientId, client_secret: secret } = created as Record<string, string>;
    const form = { grant_type: 'client_credentials', client_id: clientId ?? '', client_secret: secret ?? '' };
    const answer = await callHttp(`${this.identity.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const machine = { id: id ?? '', token: String(answer.body.access_token) };
    const status = await this.statusOf(machine);
    if (status !== 200) throw new Error(`a machine that is there was answered ${status}`);
    return machine;
  }

  /** At one replica; resolves when it has answered. */
  async revoke({ id }: Machine): Promise<void> {
    await this.ask('DELETE', `/${id}`);
  }

  /** What the other replica answers to a machine. */
  async statusOf({ token }: Machine): Promise<number> {
    return (await callHttp(this.other + path, { headers: { authorization: `Bearer ${token}` } })).status;
  }

  private async ask(method: string, below: string, body?: string): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${this.admin}`, 'content-type': 'application/json' };
    const answer = await callHttp(this.one + path + below, { method, headers, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${method} was answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }
}

export const revocation: BenchRow = {
  number: 11,
  name: 'revocation',
  work: 'a credential revoked at one replica: its token at the other, under load',
  goals: [
    { name: 'refused', against: 'share refused at the next request', bound: 'at least', value: 1, unit: '' },
  ],
  async measure(bench) {
    const replicas = await Replicas.start(bench);
    const trials = bench.form.kind === 'full' ? 50 : 8;
    const busy = await replicas.machine();
    const load = keepBusy(replicas.other, busy.token);
    const refused: number[] = [];
    for (let trial = 0; trial < trials; trial++) {
      const machine = await replicas.machine();
      await replicas.revoke(machine);
      refused.push((await replicas.statusOf(machine)) === 401 ? 1 : 0);
    }
    const answered = await load.stop();
    if (refused.includes(0)) throw new Error(`${refused.filter((one) => one === 0).length} were let in`);
    return {
      figures: { refused },
      notes: [
        `${trials} credentials, while the other replica answered ${answered} requests of another machine.`,
      ],
    };
  },
};

/** Asks a replica all the time. `stop` tells how often it answered. */
function keepBusy(origin: string, token: string): { readonly stop: () => Promise<number> } {
  let stopped = false;
  const request = { path, method: 'GET', headers: { authorization: `Bearer ${token}` } };
  const work = async (): Promise<number> => {
    let answered = 0;
    while (!stopped) {
      await sendLoad({ origin, request, connections: 8, amount: 200, expectedStatus: 200 });
      answered += 200;
    }
    return answered;
  };
  const answered = work();
  answered.catch(() => undefined);
  return {
    stop: () => {
      stopped = true;
      return answered;
    },
  };
}
