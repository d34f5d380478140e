/** The response is above the size limit. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** Reads the body of a response as text. Rejects with `AnswerTooLarge` and stops reading at the limit. */
export async function readText({ body }: Response, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop cancels the download.
    if (size > maxBytes) throw new AnswerTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
