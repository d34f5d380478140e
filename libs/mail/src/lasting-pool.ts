import SMTPPool from 'nodemailer/lib/smtp-pool';

import { defaultTimeouts, type MailSettings } from './mail-settings';

/**
 * Connections to the mail server that only `end` closes. The mailer's own module closes its transports when Nest destroys
 * modules, before a worker has finished its current deliveries; a closed pool never answers.
 */
export class LastingPool extends SMTPPool {
  private ended = false;

  override close(): void {
    if (this.ended) super.close();
  }

  /** Closes idle connections at once and busy ones when they finish. Messages that still wait for a connection fail. */
  end(): void {
    this.ended = true;
    this.close();
  }
}

const requiredTls = { requireTLS: true, ignoreTLS: false, opportunisticTLS: false };

/** Made here and not by options: with a `url`, nodemailer ignores all other options. */
export function openPool({ smtpUrl, requireTls, timeouts = defaultTimeouts }: MailSettings): LastingPool {
  const options = {
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    // By default the pool retries on its own while a server hangs up. The delivery decides when to retry.
    maxRequeues: 0,
  } as const;
  const pool = new LastingPool(options);
  // The query of the URL overrides the options, and must not override this one.
  if (requireTls) Object.assign(pool.options, requiredTls);
  return pool;
}
