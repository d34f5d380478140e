import { callHttp, type HttpAnswer, type Random, type Replica } from '@governance/testing';
import { type Operation } from '../history/history';
import { type RecordedRequest, type Recorder } from '../history/recorder';
import { organization, type ReplicatedProduct } from '../system/replicated-product';

export interface WorldParts {
  readonly product: ReplicatedProduct;
  readonly recorder: Recorder;
  readonly random: Random;
}

/** By default to a replica of the website, without a token. */
type Request = Partial<Omit<RecordedRequest, 'operation' | 'path'>>;

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
    await parts.product.managementClient.putOrganization(organization, { name: 'Faults' });
    await parts.product.putAdmin('admin');
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

  get product(): ReplicatedProduct {
    return this.parts.product;
  }

  /** Sends a request, and records it with its answer. */
  ask(operation: Operation, path: string, request: Request = {}): Promise<HttpAnswer | undefined> {
    const replica = request.replica ?? this.website();
    return this.recorder.ask({ ...request, operation, path, replica });
  }

  /** The same at a platform replica as the account admin. */
  askPlatform(operation: Operation, path: string, request: Request = {}): Promise<HttpAnswer | undefined> {
    return this.ask(operation, path, { replica: this.platform(), token: this.token, ...request });
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
