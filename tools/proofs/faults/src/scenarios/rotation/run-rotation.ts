import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@governance/testing';
import { hasFailed } from '../../history/history';
import { askAgain } from '../../load/resend-clients';
import { submitWithoutName } from '../../load/website-clients';
import { type World } from '../../load/world';
import { type ReplicatedProduct } from '../../system/replicated-product';
import { Auditor, type Verdict } from '../governance';
import { type LoadOptions, type RunResult, type Scene, underLoad } from '../under-load';
import { Machine } from './machine';
import { replaceAll } from './replace-all';

export interface RotationOptions extends LoadOptions {
  /** Under load, before the rotation and after the new keys are used. */
  readonly seconds: number;
  /** Until the new key of the keyring is used; 0 is a mistake under load, which the checks must find. */
  readonly minutes: number;
}

export interface RotationResult extends RunResult {
  readonly failedRequests: number;
  /** Lines of the log with which programs reported errors. */
  readonly errors: readonly string[];
  /** For how long programs were replaced. */
  readonly replacingSeconds: number;
  /** Sealed addresses by the version of the keyring. */
  readonly sealed: Readonly<Record<string, number>>;
  /** Certificates by the key that signed them. */
  readonly signed: Readonly<Record<string, number>>;
  /** The first one that was mailed and the last one, with the keys that are published at the end. */
  readonly certificates: readonly Verdict[];
  /** The answers to a token of before, to a new one with the secret of before, and whether other keys signed them. */
  readonly machine: { readonly former: number; readonly renewed: number; readonly isSignedAnew: boolean };
}

/** Rotates the keyring, the certificate issuer's keys and the provider's signing keys under load, with the documented commands. */
export async function runRotation(options: RotationOptions): Promise<RotationResult> {
  const rotation = new Rotation(options);
  const result = await underLoad(options, rotation);
  return {
    ...result,
    ...rotation.result,
    failedRequests: result.evidence.history.calls.filter(hasFailed).length,
  };
}

class Rotation {
  readonly result = {
    errors: [] as readonly string[],
    replacingSeconds: 0,
    sealed: {} as Readonly<Record<string, number>>,
    signed: {} as Readonly<Record<string, number>>,
    certificates: [] as readonly Verdict[],
    machine: { former: 0, renewed: 0, isSignedAnew: false },
  };
  private readonly pdfs: { first?: Uint8Array; last?: Uint8Array } = {};

  constructor(private readonly options: RotationOptions) {}

  readonly prepare = ({ product }: Scene): Promise<void> => {
    product.mail.onCertificate = (pdf) => {
      this.pdfs.first ??= pdf;
      this.pdfs.last = pdf;
    };
    return Promise.resolve();
  };

  readonly during = async (scene: Scene): Promise<void> => {
    const { product, world, recorder, report } = scene;
    const machine = await Machine.create(world);
    const former = await machine.token();
    await delay(this.options.seconds * 1_000);
    const [mailedBefore] = world.shared.mailed.splice(0, 1);
    const usedAt = recorder.now() + this.options.minutes * 60_000;
    for (const program of ['public-api/keys', 'identity-provider/keys'] as const)
      await product.run(program, 'rotate', String(this.options.minutes));
    await product.run('public-api/issuer-keys', 'rotate');
    await product.run('identity-provider/signing-keys', 'rotate');
    report('the keys are rotated, every program is replaced');
    const began = recorder.now();
    const errors = await replaceAll(product);
    this.result.replacingSeconds = (recorder.now() - began) / 1_000;
    report('every program is replaced');
    await signSoon(scene);
    await delay(Math.max(0, usedAt - recorder.now()));
    report('the new keys are used');
    await delay(this.options.seconds * 1_000);
    // Its address is sealed with the former key.
    if (mailedBefore !== undefined) await askAgain(world, { result: mailedBefore, client: resendClient });
    const renewed = await machine.token();
    this.result.machine = {
      former: await machine.statusWith(former),
      renewed: await machine.statusWith(renewed),
      isSignedAnew: machine.keyOf(former) !== machine.keyOf(renewed),
    };
    this.result.errors = [
      ...errors,
      ...[...product.replicas.values()].flat().flatMap((each) => each.errors()),
    ];
  };

  readonly afterwards = async ({ product, world }: Scene): Promise<void> => {
    this.result.sealed = await countsBy(product, `(${keyVersion})::text`, 'submitter_email IS NOT NULL');
    this.result.signed = await countsBy(product, signer, 'credential IS NOT NULL');
    await this.mailCertificate(world);
    using auditor = new Auditor(world);
    const { first, last } = this.pdfs;
    if (!first || !last) throw new Error('No certificate was mailed.');
    this.result.certificates = [
      await auditor.verifyCertificate(first),
      await auditor.verifyCertificate(last),
    ];
  };

  /** One that the new key signs. */
  private async mailCertificate(world: World): Promise<void> {
    const { last } = this.pdfs;
    await submitWithoutName(world);
    await until(() => this.pdfs.last !== last);
  }
}

/** A sealed value begins with its format and the version of its key. */
const keyVersion = `('x' || encode(substring(submitter_email FROM 2 FOR 4), 'hex'))::bit(32)::integer`;
/** The head of a compact JWS, which differs by its key alone. */
const signer = `split_part(credential, '.', 1)`;

async function countsBy(
  { database }: ReplicatedProduct,
  what: string,
  where: string,
): Promise<Record<string, number>> {
  const rows = await database.sql(
    `SELECT ${what} AS name, count(*)::integer AS count FROM survey_results WHERE ${where} GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [String(name), Number(count)]));
}

/** The new signing key signs an hour after its publication. Brings that forward to when each process and verifier knows it. */
async function signSoon({ product }: Scene): Promise<void> {
  const aheadSeconds = 40;
  await product.database.sql(
    `UPDATE identity.signing_keys SET signs_from = now() + interval '${aheadSeconds} seconds' WHERE signs_from > now()`,
  );
  await until(async () => {
    const [row] = await product.database.sql(
      'SELECT count(*)::integer AS count FROM identity.signing_keys WHERE signs_from > now()',
    );
    return row?.count === 0;
  });
}

/** One that the load does not use. */
const resendClient = '198.51.100.200';
