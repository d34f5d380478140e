import { knowsETag } from '@governance/http';
import { type Request, type Response } from 'express';
import { createHash } from 'node:crypto';

/** The PDF of a result. */
export interface StoredDocument {
  readonly resultId: string;
  readonly bytes: Uint8Array;
}

/** The name of the attachment of a mail. */
export function documentDisposition(resultId: string): string {
  return `attachment; filename="certificate-${resultId.slice(0, 8)}.pdf"`;
}

/** Sends a PDF to be saved. The ETag is the hash of its bytes. */
export function sendDocument(
  { resultId, bytes }: StoredDocument,
  { req, res }: { req: Request; res: Response },
): void {
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  res.set('etag', etag);
  if (knowsETag(req, etag)) {
    res.status(304).end();
    return;
  }
  res.set({ 'content-type': 'application/pdf', 'content-disposition': documentDisposition(resultId) });
  res.send(Buffer.from(bytes));
}
