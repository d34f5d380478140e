import { once } from 'node:events';
import { connect } from 'node:net';

/** The first response to bytes that no HTTP client would send. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** As it came: still chunked where it was sent in chunks. */
  readonly text: string;
}

const attempts = 5;

/** Sends bytes, one to a character, and reads until the server closes the connection. */
export async function sendRaw(port: number, bytes: string): Promise<RawAnswer> {
  let received = '';
  // A server that closes before it has read everything resets the connection, and the reset may overtake its answer
  // (RFC 9112, 9.6): then the client has to ask again.
  for (let attempt = 0; attempt < attempts && received === ''; attempt += 1)
    received = await exchange(port, bytes);
  const [head, text] = split(withoutContinue(received), '\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers();
  for (const line of lines) headers.append(...split(line, ':'));
  return { status: Number(statusLine.split(' ')[1]), headers, text };
}

async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}

function withoutContinue(received: string): string {
  return received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
}

function split(text: string, separator: string): [before: string, after: string] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}
