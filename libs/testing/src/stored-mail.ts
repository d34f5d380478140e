import { randomUUID } from 'node:crypto';
import PostalMime, { type Attachment } from 'postal-mime';

export interface StoredAttachment {
  readonly filename: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly content: Buffer;
}

/** A message as it arrived. */
export interface StoredMail {
  readonly id: string;
  /** The address of the header `From`; the envelope's where there is none. */
  readonly from: string;
  /** The recipients of the envelope: whom it was really sent to. */
  readonly to: readonly string[];
  readonly subject: string;
  /** The header `Date`, else the time of arrival (RFC 3339). */
  readonly date: string;
  /** Empty when there is no such part. */
  readonly text: string;
  readonly html: string;
  /** By lower-case name; the values of a repeated header are on lines of their own. */
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly StoredAttachment[];
  readonly raw: Buffer;
}

function toAttachment({ filename, mimeType, content }: Attachment, index: number): StoredAttachment {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
  return {
    filename: filename ?? `attachment-${index + 1}`,
    contentType: mimeType,
    size: bytes.length,
    content: bytes,
  };
}

function toIsoTime(date: string | undefined): string {
  const time = new Date(date ?? Date.now());
  return (Number.isNaN(time.getTime()) ? new Date() : time).toISOString();
}

function joinHeaders(headers: readonly { key: string; value: string }[]): Record<string, string> {
  const joined = new Map<string, string>();
  for (const { key, value } of headers) {
    const before = joined.get(key);
    joined.set(key, before === undefined ? value : `${before}\n${value}`);
  }
  return Object.fromEntries(joined);
}

/** Parses a message. @throws when it is nested or headed beyond all reason. */
export async function readMail(raw: Buffer, envelope: { from: string; to: string[] }): Promise<StoredMail> {
  const email = await PostalMime.parse(raw);
  return {
    id: randomUUID(),
    from: email.from?.address ?? envelope.from,
    to: envelope.to,
    subject: email.subject ?? '',
    date: toIsoTime(email.date),
    text: email.text ?? '',
    html: email.html ?? '',
    headers: joinHeaders(email.headers),
    attachments: email.attachments.map(toAttachment),
    raw,
  };
}
