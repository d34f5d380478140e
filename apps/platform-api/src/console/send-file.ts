import { type Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface SentFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: ReadableStream<Uint8Array>;
}

/**
 * Sends a file as it arrives from the API, for saving. A failure in the middle cuts the connection, so that the browser
 * does not take a part for the whole.
 */
export async function sendFile(res: Response, { name, contentType, content }: SentFile): Promise<void> {
  res.set({
    'content-type': contentType,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  await pipeline(Readable.fromWeb(content), res).catch(() => {
    res.destroy();
  });
}
