/** Time limits for the mail server, in milliseconds. */
export interface MailTimeouts {
  /** For the connection, and then for the greeting. */
  readonly connectMs: number;
  /** For each later response. An idle connection is closed after the same time. */
  readonly silenceMs: number;
  /** For the whole attempt, even if the server keeps responding. */
  readonly totalMs: number;
}

export const defaultTimeouts: MailTimeouts = { connectMs: 5_000, silenceMs: 10_000, totalMs: 15_000 };

/** The settings of the mail library. The app's configuration checks them before Nest starts. */
export interface MailSettings {
  /** `smtp://` (STARTTLS when the server offers it) or `smtps://`, with credentials; nodemailer's options in the query. */
  readonly smtpUrl: string;
  /** Whether to refuse a server without TLS. The URL cannot override it. */
  readonly requireTls: boolean;
  /** The `From` of every message: an address, or `Name <address>`. */
  readonly from: string;
  readonly timeouts?: MailTimeouts;
}
