import { callHttp, callJson, type HttpAnswer, Random, until } from '@governance/testing';
import { rmSync } from 'node:fs';
import { Recorder } from '../../src/history/recorder';
import { answersOf } from '../../src/load/submissions';
import { World } from '../../src/load/world';
import { organization, ReplicatedProduct } from '../../src/system/replicated-product';
import { Machine } from '../../src/scenarios/rotation/machine';
import {
  addConsoleSession,
  addInvitationToken,
  addCampaignDraft,
  addProvenDomain,
  columnsWithSealedValues,
  everySealedColumn,
} from './sealed-data';

/** A product that is used, and then gets new keyrings on the data of before. */
export class LostKeyring {
  /** An acknowledged and mailed submission of before, and one whose mail has not been sent. */
  result = '';
  unsent = '';
  certificate: Uint8Array = Buffer.of();
  /** Of a session of the console. */
  cookie = '';
  /** The columns that held encrypted values when the keyring was lost, and after the statements of the page. */
  sealedBefore: readonly string[] = [];
  sealedAfter: readonly string[] = [];
  identitySealedBefore: readonly string[] = [];
  identitySealedAfter: readonly string[] = [];

  private constructor(
    readonly product: ReplicatedProduct,
    readonly world: World,
    readonly machine: Machine,
  ) {}

  static async start(): Promise<LostKeyring> {
    const recorder = new Recorder(undefined);
    const product = await ReplicatedProduct.start({ now: recorder.now });
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
    const { id, resultUrl } = await this.submission({
      submitterEmail: 'before@example.com',
      notes: 'a note',
      organizationName: 'Canary Managed Services',
      evidence: { [String(this.world.questions[0])]: { owner: 'Ada' } },
    });
    this.result = String(id);
    await this.mailTo('before@example.com');
    for (const document of ['certificate', 'evidence-report'])
      await this.website(`${new URL(String(resultUrl)).pathname}/${document}`);
    await this.platform('/iam/org-invitations', { email: 'invited@example.com', role: 'viewer' });
    await this.mailTo('invited@example.com');
    await this.addFurtherData();
    await product.sealAudit();
    product.mail.proxy.disturb('cut');
    this.unsent = await this.submit('unsent@example.com');
    await this.platform('/iam/org-invitations', { email: 'waiting@example.com', role: 'viewer' });
    const others = everySealedColumn.filter((column) => column !== 'invitations.token');
    await until(async () => {
      const found = await columnsWithSealedValues(product);
      return others.every((column) => found.includes(column));
    });
  }

  private async addFurtherData(): Promise<void> {
    const { product, world, result } = this;
    const profile = { display_name: 'Ada', phone_number: '+41446681800' };
    await callJson(`${world.platform().origin}/self/profile`, {
      method: 'PATCH',
      body: profile,
      token: world.token,
    });
    const client = { name: 'Globex Ltd', contact_name: 'Eva', contact_email: 'eva@globex.example' };
    await this.platform('/org/clients', client);
    await addCampaignDraft(product);
    this.cookie = await addConsoleSession(product);
    await addProvenDomain(product, result);
    await product.database.sql(
      `INSERT INTO org_results (org_id, result_id, attached_at, client_id) VALUES ($1, $2, now(), $2)`,
      [organization, result],
    );
  }

  /** `cleanUp`: the statements that delete what cannot be decrypted. */
  async loseKeyring(cleanUp: string): Promise<void> {
    const { product } = this;
    const surfaces = [...product.replicas].filter(([program]) => !program.startsWith('identity'));
    const replicas = surfaces.flatMap(([, each]) => each);
    for (const replica of replicas) await replica.stop();
    rmSync(product.setup.keyringFile);
    await product.run('public-api/keys', 'init');
    await addInvitationToken(product);
    this.sealedBefore = await columnsWithSealedValues(product);
    await product.database.sql(cleanUp);
    this.sealedAfter = await columnsWithSealedValues(product);
    product.mail.proxy.mend();
    for (const replica of replicas) await replica.start();
  }

  async loseIdentityKeyring(cleanUp: string): Promise<void> {
    const { product } = this;
    const [provider] = product.of('identity-provider/main');
    await provider?.stop();
    this.identitySealedBefore = await columnsWithSealedValues(product, 'identity');
    rmSync(product.setup.identityKeyringFile);
    await product.run('identity-provider/keys', 'init');
    await product.database.sql(cleanUp);
    this.identitySealedAfter = await columnsWithSealedValues(product, 'identity');
    await product.run('identity-provider/signing-keys', 'replace');
    await product.replaceProvider();
  }

  async submit(address: string): Promise<string> {
    return String((await this.submission({ submitterEmail: address })).id);
  }

  /** What a submission with these members is answered. */
  private async submission(members: object): Promise<HttpAnswer['body']> {
    const { world } = this;
    const answers = answersOf(world.nextNumber(), world.questions);
    const { status, body, text } = await this.website('/api/survey-results', { answers, ...members });
    if (status !== 201) throw new Error(`A submission was answered ${status}: ${text}`);
    return body;
  }

  /** A page of the console, with the cookie of before. */
  console(path: string): Promise<HttpAnswer> {
    return callHttp(this.world.platform().origin + path, {
      headers: { cookie: this.cookie },
      redirect: 'manual',
    });
  }

  website(path: string, body?: object): Promise<HttpAnswer> {
    return callJson(this.world.website().origin + path, { body });
  }

  /** As the account admin. */
  platform(path: string, body?: object, token = this.world.token): Promise<HttpAnswer> {
    return callJson(this.world.platform().origin + path, { body, token });
  }

  /** Resolves once every replica of the platform has fetched the key of the token. */
  async knownEverywhere(token: string): Promise<void> {
    for (const { origin } of this.product.of('platform-api/main'))
      await until(async () => (await callJson(`${origin}/iam/m2m-credentials`, { token })).status === 200);
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
