/** How long to wait for the mail server, in milliseconds. */
export interface MailTimeouts {
  /** For the connection, and then for the greeting. */
  readonly connectMs: number;
  /** For any answer after that; a connection that is idle for as long is closed. */
  readonly silenceMs: number;
  /** For the whole attempt, however slowly the server goes on answering. */
  readonly totalMs: number;
}

export const defaultTimeouts: MailTimeouts = { connectMs: 5_000, silenceMs: 10_000, totalMs: 15_000 };

/** What the mail library needs to know. Checked by the app's configuration before Nest starts. */
export interface MailSettings {
  /** `smtp://` (STARTTLS when the server offers it) or `smtps://`, with credentials; nodemailer's options in the query. */
  readonly smtpUrl: string;
  /** Whether nothing is sent to a server that offers no TLS. The URL cannot take it back. */
  readonly requireTls: boolean;
  /** The `From` of every message: an address, or `Name <address>`. */
  readonly from: string;
  readonly timeouts?: MailTimeouts;
}
