import { runSql } from '@governance/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench } from '../bench';
import { submissionPath, submissionRequest } from '../load/sample-submission';
import { freshDatabase } from '../processes/databases';
import { type PinnedProgram } from '../processes/pinned-program';
import { Product } from '../processes/product';
import { roomyBudgets } from '../processes/roomy-budgets';
import { type MailSink, openMailSink } from './mail-sink';

const submittedAtOnce = 8;
const patienceMs = 120_000;

interface Parts {
  readonly product: Product;
  readonly main: PinnedProgram;
  readonly worker: PinnedProgram;
  readonly sink: MailSink;
  readonly databaseUrl: string;
}

/** The public surface with its worker, and a mail server that takes everything. */
export class QueuedCertificates {
  private submitted = 0;

  private constructor(readonly parts: Parts) {}

  static async open(bench: Bench, name: string): Promise<QueuedCertificates> {
    const sink = await openMailSink();
    bench.defer(() => sink.close());
    const databaseUrl = await freshDatabase(bench, name);
    const product = Product.on(bench, databaseUrl, { ...roomyBudgets, SMTP_URL: sink.smtpUrl });
    const main = await product.start('public-api/main', {}, 'anywhere');
    const worker = await product.start('public-api/worker', {}, 'anywhere');
    return new QueuedCertificates({ product, main, worker, sink, databaseUrl });
  }

  /** Submits as many assessments, each of an address of its own, whose certificates are queued then. */
  async submit(count: number): Promise<void> {
    const last = this.submitted + count;
    const send = async (): Promise<void> => {
      while (this.submitted < last) {
        const submitterEmail = addressOf(this.submitted++);
        const { method, headers, body } = submissionRequest({ submitterEmail });
        const { status } = await fetch(this.parts.main.origin + submissionPath, { method, headers, body });
        if (status !== 201) throw new Error(`A submission was answered ${status}`);
      }
    };
    await Promise.all(Array.from({ length: submittedAtOnce }, send));
  }

  /** Resolves when as many messages have come as were submitted. */
  async mailed(): Promise<void> {
    const { worker } = this.parts;
    for (const until = Date.now() + patienceMs; this.parts.sink.recipients.length < this.submitted;) {
      if (Date.now() > until)
        throw new Error(`${this.parts.sink.recipients.length} came:\n${worker.output().slice(-2_000)}`);
      await delay(2);
    }
  }

  /** @throws when a message went out twice or to a stranger, or a delivery is not recorded as sent. */
  async check(): Promise<void> {
    const { databaseUrl } = this.parts;
    const expected = Array.from({ length: this.submitted }, (_, number) => addressOf(number)).toSorted();
    const text = `SELECT count(*)::integer AS sent FROM deliveries WHERE state = 'sent'`;
    for (const until = Date.now() + 5_000; ;) {
      const [row] = await runSql(databaseUrl, text);
      if (row?.sent === this.submitted) break;
      if (Date.now() > until)
        throw new Error(`${String(row?.sent)} of ${this.submitted} are recorded as sent`);
      await delay(20);
    }
    if (this.parts.sink.recipients.toSorted().join() !== expected.join())
      throw new Error('A message came twice, or to somebody else');
  }
}

function addressOf(number: number): string {
  return `assessor-${number}@example.com`;
}
