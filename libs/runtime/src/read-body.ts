/** The answer of another program is above the size limit. */
class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';

  constructor(maxBytes: number) {
    super(`The answer has more than ${maxBytes} bytes`);
  }
}

/** Reads the body of an answer as text. Rejects with `AnswerTooLarge` and stops reading at the limit. */
export async function readBody(
  { body }: { readonly body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the download.
    if (size > maxBytes) throw new AnswerTooLarge(maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
