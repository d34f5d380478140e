import SMTPPool from 'nodemailer/lib/smtp-pool';

import { defaultTimeouts, type MailSettings } from './mail-settings';

/**
 * Connections to the mail server that only `end` closes. The mailer module closes its transports when Nest destroys modules,
 * before a worker has finished its deliveries, and a send on a closed pool never completes.
 */
export class LastingPool extends SMTPPool {
  private ended = false;

  override close(): void {
    if (this.ended) super.close();
  }

  /** Closes the connections, busy ones after their current message. Messages that still wait for a connection fail. */
  end(): void {
    this.ended = true;
    this.close();
  }
}

const requiredTls = { requireTLS: true, ignoreTLS: false, opportunisticTLS: false };

/** The pool is created here, because nodemailer ignores all other options if `url` is set. */
export function openPool({ smtpUrl, requireTls, timeouts = defaultTimeouts }: MailSettings): LastingPool {
  const options = {
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    // Otherwise the pool retries endlessly if the server disconnects. The delivery decides about retries.
    maxRequeues: 0,
  } as const;
  const pool = new LastingPool(options);
  // The query of the URL overrides the options, but must not override this one.
  if (requireTls) Object.assign(pool.options, requiredTls);
  return pool;
}
