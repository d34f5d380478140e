/** A message as transmitted: RFC 5322 bytes and the envelope's recipient. */
export interface PreparedMessage {
  readonly recipient: string;
  readonly bytes: Uint8Array;
}

/** The mail server permanently refused the message (SMTP 5xx): a retry would fail too. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Sends a message to the mail server. Rejects with `MailRefused` for a permanent failure, otherwise with another error. */
export abstract class Mailer {
  abstract send(message: PreparedMessage): Promise<void>;
}
