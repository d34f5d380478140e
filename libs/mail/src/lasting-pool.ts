import SMTPPool from 'nodemailer/lib/smtp-pool';

import { defaultTimeouts, type MailSettings } from './mail-settings';

/**
 * Connections to the mail server that only `end` closes. The mailer's own module closes its transports when Nest destroys
 * modules, and that is before a worker has finished what is under way; a closed pool never answers.
 */
export class LastingPool extends SMTPPool {
  private ended = false;

  override close(): void {
    if (this.ended) super.close();
  }

  /** Closes the connections, busy ones when they have finished. What still waits for one fails. */
  end(): void {
    this.ended = true;
    this.close();
  }
}

const requiredTls = { requireTLS: true, ignoreTLS: false, opportunisticTLS: false };

/** A pool is made here and not named by options, because beside a `url` nodemailer forgets every other option. */
export function openPool({ smtpUrl, requireTls, timeouts = defaultTimeouts }: MailSettings): LastingPool {
  const options = {
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    // Otherwise the pool itself tries again and again while a server hangs up. When to try again is for the delivery to say.
    maxRequeues: 0,
  } as const;
  const pool = new LastingPool(options);
  // The query of the URL wins over the options, and must not win over this.
  if (requireTls) Object.assign(pool.options, requiredTls);
  return pool;
}
