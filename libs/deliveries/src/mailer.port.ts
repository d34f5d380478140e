/** A message as it goes over the wire: RFC 5322 bytes and the envelope's recipient. */
export interface PreparedMessage {
  readonly recipient: string;
  readonly bytes: Uint8Array;
}

/** The mail server refused the message for good (SMTP 5xx): sending it again would not help. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Hands a message to the mail server. Rejects with `MailRefused` when that is final, with any other error when it may pass. */
export abstract class Mailer {
  abstract send(message: PreparedMessage): Promise<void>;
}
