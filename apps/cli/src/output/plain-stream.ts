import { byteOrderMark } from '@governance/kernel';

/** A download as it may be shown. Line breaks and a byte order mark at its start stay. */
export async function* plainStream(
  source: AsyncIterable<Uint8Array>,
  plain: (text: string) => string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let kept = '';
  let isStart = true;
  for await (const chunk of source) {
    let text = kept + decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    if (isStart && text.startsWith(byteOrderMark)) yield byteOrderMark;
    if (isStart) text = text.replace(byteOrderMark, '');
    isStart = false;
    // Half a line break: the next chunk has the other half.
    kept = text.endsWith('\r') ? '\r' : '';
    yield plain(text.slice(0, text.length - kept.length));
  }
  yield plain(kept + decoder.decode());
}
