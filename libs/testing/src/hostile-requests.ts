import fc from 'fast-check';

/** A route as documents name it: `POST /iam/m2m-credentials/{credentialId}/rotate-secret`. */
type RouteName = string;

const anyId = 'd1f3a6c2-6f0e-4a54-9f0b-2f3a1c5e7b90';
const segments = [
  anyId,
  '42',
  '%zz',
  '%00',
  '%2e%2e',
  '..',
  '%E0%A4%A',
  "'%20OR%201=1",
  'x'.repeat(3_000),
  '__proto__',
];
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'CONNECT',
  'get',
  'X',
];
const queries = [
  '',
  '?',
  '?api-version=1.0',
  '?api-version=2.0',
  '?api-version=%zz',
  '?format=json',
  '?%00=%ff',
  '?a[b]=c',
  `?${'a=1&'.repeat(500)}`,
];
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'http/1.1', ''];
const oddHeaders = [
  'Host: y',
  'Expect: 100-continue',
  'Expect: tea',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Connection: x, keep-alive',
  'Transfer-Encoding: gzip',
  'Transfer-Encoding: chunked\r\nContent-Length: 2',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Encoding: gzip',
  'Content-Encoding: nonsense',
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: ;;;',
  'Content-Type: application/x-www-form-urlencoded',
  'Accept: application/json;q=NaN, */*;q=-1',
  'Accept-Encoding: ,,;q=',
  'Authorization: Bearer',
  'Authorization: Bearer \xff.\xfe.\xfd',
  `Authorization: Bearer ${'a'.repeat(9_000)}`,
  'Authorization: Basic ::::',
  'X-Request-Id: \x80\x81',
  `X-Request-Id: ${'x'.repeat(65)}`,
  'X-Forwarded-For: ,,,::1,%',
  'If-None-Match: "',
  'Range: bytes=-1-',
  'Cookie: =;=;__proto__=x',
  'Idempotency-Key: short',
  'Idempotency-Key: 0123456789abcdef\xe9',
  'Origin: null',
  'Access-Control-Request-Method: \xa0',
  'Bad Header: x',
  ': x',
  `X-Long: ${'x'.repeat(20_000)}`,
  'X-Folded: a\r\n b',
];
const bodies = [
  '',
  '{}',
  '[]',
  'null',
  '3',
  '"x"',
  '{',
  '\xef\xbb\xbf',
  '\xff\xfe',
  '\0',
  '{"a":1,"a":2}',
  '{"answers":{}}',
  '{"__proto__":{"polluted":1}}',
  String.raw`{"name":"\u0000","type":"\ud800"}`,
  '['.repeat(5_000),
  `{"answers":${'{"a":'.repeat(20)}1${'}'.repeat(20)}}`,
  'a=1&a=2&%00=%zz',
  `{"notes":"${'x'.repeat(12_000)}"}`,
];
const lengths = ['right', 'chunked', 'none', 'short'] as const;

/**
 * Requests to the routes and beside them, as bytes to send: any method, path, header and body, well-formed or not. The
 * connection is asked to close after the answer.
 */
export function hostileRequests(
  routes: readonly RouteName[],
  headers: readonly string[] = [],
): fc.Arbitrary<string> {
  const json = 'Content-Type: application/json';
  return fc
    .record({
      route: fc.constantFrom(...routes, 'GET /nothing', 'GET *', 'GET http://[/', 'GET //x', 'GET '),
      method: fc.option(fc.constantFrom(...methods), { freq: 2 }),
      segment: fc.constantFrom(...segments),
      query: fc.constantFrom(...queries),
      version: fc.oneof({ weight: 8, arbitrary: fc.constant('HTTP/1.1') }, fc.constantFrom(...versions)),
      host: fc.oneof({ weight: 8, arbitrary: fc.constant(['Host: x']) }, fc.constant([])),
      type: fc.oneof({ weight: 3, arbitrary: fc.constant([json]) }, fc.constant([])),
      given: fc.subarray([...headers]),
      odd: fc.subarray(oddHeaders, { maxLength: 2 }),
      body: fc.oneof(fc.constantFrom(...bodies), fc.json().map(asBytes)),
      length: fc.constantFrom(...lengths),
    })
    .map(({ route, method, segment, query, version, host, type, given, odd, body, length }) => {
      const [named = '', path = ''] = route.split(' ', 2);
      const target = path.replaceAll(/\{\w+\}/g, segment) + query;
      const [lengthHeader, sent] = framed(body, length);
      const lines = [
        `${method ?? named} ${target} ${version}`,
        ...host,
        'Connection: close',
        ...type,
        ...given,
        ...odd,
      ];
      return [...lines, ...lengthHeader, '', sent].join('\r\n');
    });
}

function framed(body: string, length: (typeof lengths)[number]): [header: string[], sent: string] {
  switch (length) {
    case 'right':
      return [[`Content-Length: ${body.length}`], body];
    case 'chunked':
      return [
        ['Transfer-Encoding: chunked'],
        `${body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`,
      ];
    case 'none':
      return [[], body];
    case 'short':
      return [[`Content-Length: ${Math.floor(body.length / 2)}`], body];
  }
}

function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
