import { type DocumentName } from '@governance/assessments';
import { knowsETag } from '@governance/http';
import { type Request, type Response } from 'express';
import { createHash } from 'node:crypto';

/** The PDF of a result. */
export interface StoredDocument {
  readonly resultId: string;
  readonly bytes: Uint8Array;
}

/** The request for a document, and its response. */
export interface DocumentExchange {
  readonly req: Request;
  readonly res: Response;
}

interface NamedDocument {
  readonly name: DocumentName;
  readonly resultId: string;
}

/** A certificate has the name of the attachment of its mail. */
export function documentDisposition({ name, resultId }: NamedDocument): string {
  return `attachment; filename="${name}-${resultId.slice(0, 8)}.pdf"`;
}

/** Sends a PDF to be saved. The ETag is the hash of its bytes. */
export function sendDocument(
  { name, resultId, bytes }: StoredDocument & NamedDocument,
  { req, res }: DocumentExchange,
): void {
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  res.set('etag', etag);
  if (knowsETag(req, etag)) {
    res.status(304).end();
    return;
  }
  res.set({
    'content-type': 'application/pdf',
    'content-disposition': documentDisposition({ name, resultId }),
  });
  res.send(Buffer.from(bytes));
}
