import { callHttp, type HttpAnswer, until } from '@governance/testing';
import { rmSync } from 'node:fs';
import { Recorder } from '../../src/history/recorder';
import { answersOf } from '../../src/load/submissions';
import { World } from '../../src/load/world';
import { Random } from '../../src/schedule/random';
import { sealAuditEvents } from '../../src/settle/collect-state';
import { Product } from '../../src/system/product';
import { Machine } from '../../src/scenarios/rotation/machine';

/** A product that is used, and then gets new keyrings on the data of before. */
export class LostKeyring {
  /** An acknowledged and mailed submission of before, and one whose mail has not been sent. */
  result = '';
  unsent = '';
  certificate: Uint8Array = Buffer.of();

  private constructor(
    readonly product: Product,
    readonly world: World,
    readonly machine: Machine,
  ) {}

  static async start(): Promise<LostKeyring> {
    const recorder = new Recorder(undefined);
    const product = await Product.start({ now: recorder.now });
    try {
      const world = await World.open({ product, recorder, random: new Random(1) });
      return new LostKeyring(product, world, await Machine.create(world));
    } catch (error) {
      await product.disposeAsync();
      throw error;
    }
  }

  async useBefore(): Promise<void> {
    const { product } = this;
    product.mail.onCertificate = (pdf) => {
      this.certificate = pdf;
    };
    this.result = await this.submit('before@example.com');
    await this.mailTo('before@example.com');
    await this.platform('/iam/org-invitations', { email: 'invited@example.com', role: 'viewer' });
    await this.mailTo('invited@example.com');
    await sealAuditEvents(product);
    product.mail.proxy.disturb('cut');
    this.unsent = await this.submit('unsent@example.com');
  }

  /** `cleanUp`: the statements that delete what cannot be decrypted. */
  async loseKeyring(cleanUp: string): Promise<void> {
    const { product } = this;
    const surfaces = [...product.replicas].filter(([program]) => !program.startsWith('identity'));
    const replicas = surfaces.flatMap(([, each]) => each);
    for (const replica of replicas) await replica.stop();
    rmSync(product.files.keyring);
    await product.keyCommand('public-api/keys', 'init');
    await product.database.sql(cleanUp);
    product.mail.proxy.mend();
    for (const replica of replicas) await replica.start();
  }

  async loseIdentityKeyring(): Promise<void> {
    const { product } = this;
    rmSync(product.files.identityKeyring);
    await product.keyCommand('identity-provider/keys', 'init');
    await product.keyCommand('identity-provider/signing-keys', 'replace');
    await product.replaceProvider();
  }

  async submit(address: string): Promise<string> {
    const { world } = this;
    const answers = answersOf(world.nextNumber(), world.questions);
    const { status, body, text } = await this.website('/api/survey-results', {
      answers,
      submitterEmail: address,
    });
    if (status !== 201) throw new Error(`A submission was answered ${status}: ${text}`);
    return String(body.id);
  }

  website(path: string, body?: object): Promise<HttpAnswer> {
    return call(this.world.website().origin + path, { body });
  }

  /** As the account admin. */
  platform(path: string, body?: object, token = this.world.token): Promise<HttpAnswer> {
    return call(this.world.platform().origin + path, { body, token });
  }

  /** Resolves once every replica of the platform has fetched the key of the token. */
  async knownEverywhere(token: string): Promise<void> {
    for (const { origin } of this.product.of('platform-api/main'))
      await until(
        async () => (await call(`${origin}/iam/m2m-credentials`, { body: undefined, token })).status === 200,
      );
  }

  async mailTo(address: string): Promise<void> {
    await until(() => this.product.mail.mails.some(({ recipient }) => recipient === address));
  }

  errors(): readonly string[] {
    return [...this.product.replicas.values()].flat().flatMap((replica) => replica.errors());
  }

  stop(): Promise<void> {
    return this.product.disposeAsync();
  }
}

/** A GET, or a POST of a body. */
function call(
  url: string,
  { body, token }: { readonly body: object | undefined; readonly token?: string },
): Promise<HttpAnswer> {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  return callHttp(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
}
