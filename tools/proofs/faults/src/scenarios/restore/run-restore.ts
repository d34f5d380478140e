import { setTimeout as delay } from 'node:timers/promises';
import { Auditor, type Verdict } from '../governance';
import { type LoadOptions, type RunResult, type Scene, underLoad } from '../under-load';
import { ArchivedDatabase, rowCounts } from './archived-database';

export interface RestoreOptions extends LoadOptions {
  /** Under load, before and after the copy of the files. */
  readonly seconds: number;
  /** Whether the log since the copy is archived. If not, what came after the copy is lost, which the checks must find. */
  readonly archivesLog: boolean;
}

type Counts = Readonly<Record<string, number>>;

export interface RestoreResult extends RunResult {
  readonly copySeconds: number;
  /** Until the restored server accepts changes. */
  readonly restoreSeconds: number;
  /** Rows of each table, before and after. */
  readonly before: Counts;
  readonly after: Counts;
  /** Of the command line, about a certificate of before and the audit proof. */
  readonly certificate: Verdict;
  readonly auditProof: Verdict;
}

/** Backs up under load, loses the server with its data, and restores at another place. The history checks judge what is there. */
export async function runRestore(options: RestoreOptions): Promise<RestoreResult> {
  const restore = new Restore(options);
  const result = await underLoad(options, restore);
  return { ...result, ...restore.result };
}

const unknownVerdict: Verdict = { isGenuine: false, text: 'not checked' };

class Restore {
  readonly result = {
    copySeconds: 0,
    restoreSeconds: 0,
    before: {} as Counts,
    after: {} as Counts,
    certificate: unknownVerdict,
    auditProof: unknownVerdict,
  };
  private backup: ArchivedDatabase | undefined;
  private pdf: Uint8Array | undefined;

  constructor(private readonly options: RestoreOptions) {}

  readonly prepare = async ({ product }: Scene): Promise<void> => {
    const backup = await ArchivedDatabase.of(product.database);
    product.defer(() => backup.remove());
    product.mail.onCertificate = (pdf) => (this.pdf ??= pdf);
    await product.ready();
    this.backup = backup;
  };

  readonly during = async ({ recorder, report }: Scene): Promise<void> => {
    await delay(this.options.seconds * 1_000);
    const began = recorder.now();
    await this.backupParts.backUp();
    this.result.copySeconds = (recorder.now() - began) / 1_000;
    report('the files are copied');
    if (!this.options.archivesLog) await this.backupParts.pretendToArchive();
    await delay(this.options.seconds * 1_000);
  };

  readonly afterwards = async ({ product, world, recorder, report }: Scene): Promise<void> => {
    const { database } = product;
    await product.sealAudit();
    const replicas = [...product.replicas.values()].flat();
    await Promise.all(replicas.map((replica) => replica.stop()));
    this.result.before = await rowCounts(database);
    await this.backupParts.archiveAll();
    const began = recorder.now();
    await this.backupParts.restore();
    this.result.restoreSeconds = (recorder.now() - began) / 1_000;
    this.result.after = await rowCounts(database);
    report('the database is restored');
    if (!this.options.archivesLog) product.forgetAuditTrees();
    // The provider first: the platform asks it for its keys.
    for (const replica of replicas) await replica.start();
    await this.verify(world);
  };

  private async verify(world: Scene['world']): Promise<void> {
    using auditor = new Auditor(world);
    if (!this.pdf) throw new Error('No certificate was mailed.');
    this.result.certificate = await auditor.verifyCertificate(this.pdf);
    this.result.auditProof = await auditor.verifyAuditProof();
  }

  private get backupParts(): ArchivedDatabase {
    if (!this.backup) throw new Error('Nothing has been backed up.');
    return this.backup;
  }
}
