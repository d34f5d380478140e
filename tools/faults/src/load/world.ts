import { callHttp } from '@governance/testing';
import { type Recorder } from '../history/recorder';
import { type Random } from '../schedule/random';
import { organization, type Product } from '../system/product';
import { type Replica } from '../system/replica';

export interface WorldParts {
  readonly product: Product;
  readonly recorder: Recorder;
  readonly random: Random;
}

/** What the clients of a run have learned from answers. */
class SharedKnowledge {
  /** Of acknowledged submissions with an address, not yet sent again. */
  readonly mailed: string[] = [];
  /** The certificate that hostile clients ask for again and again. */
  hammered: string | undefined;
  /** The last acknowledged submissions. */
  readonly submitted: string[] = [];
  number = 0;
}

/** What a client of a run knows, and its numbers. */
export class World {
  private constructor(
    private readonly parts: WorldParts,
    readonly questions: readonly string[],
    /** Of the account admin. */
    readonly token: string,
    readonly shared = new SharedKnowledge(),
  ) {}

  static async open(parts: WorldParts): Promise<World> {
    const [website] = parts.product.of('public-api/main');
    const { body } = await callHttp(`${website?.origin ?? ''}/assessment.json`);
    const { questions } = body as { questions: readonly { id: string; modes: readonly string[] }[] };
    const asked = questions.filter(({ modes }) => modes.includes('msp-self')).map(({ id }) => id);
    const management = new Members(parts.product);
    await management.put(`/organizations/${organization}`, { name: 'Faults', mfaMaxAge: 0 });
    await management.putAdmin('admin');
    return new World(parts, asked, await parts.product.tokenOf('admin@example.com'));
  }

  /** The same world for one of the clients, which draws from numbers of its own. */
  forClient(index: number): World {
    const random = this.random.stream(index);
    return new World({ ...this.parts, random }, this.questions, this.token, this.shared);
  }

  get recorder(): Recorder {
    return this.parts.recorder;
  }

  get random(): Random {
    return this.parts.random;
  }

  get product(): Product {
    return this.parts.product;
  }

  get members(): Members {
    return new Members(this.parts.product);
  }

  website(): Replica {
    return this.random.pick(this.product.of('public-api/main'));
  }

  platform(): Replica {
    return this.random.pick(this.product.of('platform-api/main'));
  }

  nextNumber(): number {
    return ++this.shared.number;
  }
}

/** Members of the organization, through the provider's management API. */
class Members {
  constructor(private readonly product: Product) {}

  /** The id is the local part of the address. */
  async putAdmin(id: string): Promise<void> {
    await this.put(`/users/${id}`, { email: `${id}@example.com`, emailVerified: true, name: id });
    await this.put(`/organizations/${organization}/memberships/${id}`, { role: 'account-admin' });
  }

  /** @throws unless the provider does it. */
  async put(path: string, body: object): Promise<void> {
    const { status, text } = await callHttp(`${this.product.issuer}/management/v1${path}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${this.product.managementToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
    if (status !== 200) throw new Error(`PUT ${path} was answered ${status}: ${text}`);
  }
}
