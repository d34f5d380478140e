/** Time limits for the mail server, in milliseconds. */
export interface MailTimeouts {
  /** For the connection, and again for the greeting. */
  readonly connectMs: number;
  /** For any later answer; a connection that is idle for this long is closed. */
  readonly silenceMs: number;
  /** For the whole attempt, however slowly the server answers. */
  readonly totalMs: number;
}

export const defaultTimeouts: MailTimeouts = { connectMs: 5_000, silenceMs: 10_000, totalMs: 15_000 };

/** Settings of the mail library. The app's configuration checks them before Nest starts. */
export interface MailSettings {
  /** `smtp://` (STARTTLS when the server offers it) or `smtps://`, with credentials; nodemailer's options in the query. */
  readonly smtpUrl: string;
  /** Whether to send only over TLS. The URL cannot override this. */
  readonly requireTls: boolean;
  /** The `From` of every message: an address, or `Name <address>`. */
  readonly from: string;
  readonly timeouts?: MailTimeouts;
}
