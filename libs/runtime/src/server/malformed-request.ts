import { STATUS_CODES } from 'node:http';
import { Problem } from '@governance/kernel';

/** The error format, and the headers of every response. */
export interface ErrorShape {
  readonly headers: Readonly<Record<string, string>>;
  renderProblem(problem: Problem): object;
}

/** A response to input that is not a request. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Reason {
  readonly status: number;
  readonly text: string;
}

const malformed: Reason = { status: 400, text: 'the request is not valid HTTP' };

/** Responses by the error code of Node's parser. */
const reasons: Readonly<Record<string, Reason>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'the request timed out' },
  HPE_HEADER_OVERFLOW: { status: 431, text: 'the head of the request is too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, text: 'the request body is too large' },
};

/** The client has closed the connection during a request, so no response can reach it. */
export function isDeparture({ code = '' }: NodeJS.ErrnoException): boolean {
  return ['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'].includes(code);
}

export function isTimeout({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

export function refusalOf({ code = '' }: NodeJS.ErrnoException, surface: ErrorShape): Refusal {
  const { status, text } = reasons[code] ?? malformed;
  const body = JSON.stringify(surface.renderProblem(new Problem('invalid', text)));
  const headers = {
    ...surface.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { status, headers, body };
}

/** The response as bytes, for connections without a response object. */
export function bytesOf({ status, headers, body }: Refusal): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}
