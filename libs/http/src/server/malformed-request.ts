import { STATUS_CODES } from 'node:http';
import { Problem } from '../problem';
import { type Surface } from '../surface';

/** A response to what is no request yet, in the shape of the surface and with its headers. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const malformed = [400, 'the request is not valid HTTP'] as const;

/** What Node's parser complains of, by the code of its error. */
const reasons: Readonly<Record<string, readonly [status: number, text: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request came too slowly'],
  HPE_HEADER_OVERFLOW: [431, 'the head of the request is too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the request body is too large'],
};

/** The client has gone away in the middle of a request: nobody is left to be told. */
export function isDeparture({ code = '' }: NodeJS.ErrnoException): boolean {
  return ['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'].includes(code);
}

export function refusalOf({ code = '' }: NodeJS.ErrnoException, surface: Surface): Refusal {
  const [status, text] = reasons[code] ?? malformed;
  const body = JSON.stringify(surface.renderProblem(new Problem('invalid', text)));
  const headers = {
    ...surface.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { status, headers, body };
}

/** As it goes over the wire, where there is no response object to write it. */
export function bytesOf({ status, headers, body }: Refusal): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}
