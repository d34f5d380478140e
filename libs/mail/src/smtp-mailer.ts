import { canonicalAddress, Mailer, MailRefused, type PreparedMessage } from '@governance/deliveries';
import { type OnApplicationShutdown } from '@nestjs/common';
import { inSpan } from '@governance/tracing';
import { type MailerService } from '@nestjs-modules/mailer';
import { setTimeout as delay } from 'node:timers/promises';

import { type LastingPool, openPool } from './lasting-pool';
import { defaultTimeouts, type MailSettings } from './mail-settings';

const smtpTransport = 'smtp';
const expired = Symbol('expired');

/** Sends prepared messages, byte for byte, through the server of `smtpUrl`. */
export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  private pool: LastingPool;

  constructor(
    private readonly mailer: MailerService,
    private readonly settings: MailSettings,
  ) {
    super();
    this.pool = this.usePool();
  }

  onApplicationShutdown(): void {
    this.pool.end();
  }

  override async send(message: PreparedMessage): Promise<void> {
    const { totalMs } = this.settings.timeouts ?? defaultTimeouts;
    const { pool } = this;
    const finished = new AbortController();
    try {
      const deadline = delay(totalMs, expired, { signal: finished.signal });
      if ((await Promise.race([this.transmit(message), deadline])) !== expired) return;
    } catch (error) {
      throw isFinal(error) ? refusalBy(error) : error;
    } finally {
      finished.abort();
    }
    this.replace(pool);
    throw new Error(`The mail server did not finish within ${totalMs} ms.`);
  }

  private async transmit({ recipient, bytes }: PreparedMessage): Promise<void> {
    // Rows of earlier releases may contain another spelling, which nodemailer would map differently.
    const to = canonicalAddress(recipient);
    if (to === undefined) throw new MailRefused('The address has no canonical form.');
    const attributes = { 'server.address': new URL(this.settings.smtpUrl).hostname };
    await inSpan({ name: 'SMTP send', kind: 'CLIENT', attributes }, () =>
      this.mailer.sendMail({
        transporterName: smtpTransport,
        envelope: { from: this.settings.from, to },
        raw: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      }),
    );
  }

  private usePool(): LastingPool {
    const pool = openPool(this.settings);
    this.mailer.addTransporter(smtpTransport, pool);
    return pool;
  }

  /** A message that still waits in a pool must not go out after its sender got an error for it. */
  private replace(pool: LastingPool): void {
    if (pool !== this.pool) return;
    pool.end();
    this.pool = this.usePool();
  }
}

/** A response of the mail server, as reported by nodemailer. */
type ServerAnswer = Error & { readonly code: unknown; readonly responseCode: number };

/**
 * A 5xx to the envelope or to the message is about this message, and final. A 5xx before that (greeting, TLS, login) and
 * 530, "authentication required", are about the server or our settings: they end when the operator corrects those.
 */
function isFinal(error: unknown): error is ServerAnswer {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false;
  const { code, responseCode: status } = error;
  const aboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  return aboutMessage && typeof status === 'number' && status >= 500 && status !== 530;
}

function refusalBy(answer: ServerAnswer): MailRefused {
  const refusal = new MailRefused('The mail server refused the message.', { cause: answer });
  return Object.assign(refusal, { responseCode: answer.responseCode });
}
