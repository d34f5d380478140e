import { type HeaderObject, type OpenAPIObject, type ReferenceObject } from '@nestjs/swagger';
import { exposedHeaders } from '../cors/cross-origin';
import { browserHeaders } from '../surface';
import { type JsonSchema } from './component-schemas';

function header(description: string, schema: JsonSchema): HeaderObject {
  return { description, required: true, schema };
}

/** The headers with the same meaning in all responses. */
const sharedHeaders = {
  'X-Request-Id': header(
    'The request id that you sent, or a new one. Our log lines contain it: include it in support requests.',
    {
      type: 'string',
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      examples: ['5f0c8f5e-6f2a-4c0b-9d57-0b8f6f1f6a11'],
    },
  ),
  'X-Content-Type-Options': constantHeader('nosniff', 'Browsers must not guess another content type.'),
  'Content-Security-Policy': variableHeader(
    browserHeaders['content-security-policy'],
    'What browsers may load with the response: nothing, except for pages.',
    "^default-src 'none';",
  ),
  'Api-Supported-Versions': variableHeader(
    '1.0',
    'The supported values of `api-version`, separated by commas.',
    String.raw`^\d+\.\d+(, \d+\.\d+)*$`,
  ),
  'Strict-Transport-Security': variableHeader(
    'max-age=31536000',
    'In production: browsers must use TLS for this host.',
    String.raw`^max-age=\d+$`,
  ),
  'Access-Control-Allow-Origin': constantHeader('*', 'Pages of any origin may read the response.'),
  'Access-Control-Expose-Headers': constantHeader(
    exposedHeaders.join(','),
    'The headers that these pages may read.',
  ),
  'Cache-Control': constantHeader('no-store', 'The response must not be cached.'),
  'Retry-After': header('The number of seconds after which the same request may succeed.', {
    type: 'integer',
    minimum: 1,
    examples: [2],
  }),
} as const;

export type SharedHeader = keyof typeof sharedHeaders;

const folder = '#/components/headers/';

export function sharedHeader(name: SharedHeader): ReferenceObject {
  return { $ref: folder + name };
}

/** A header with a constant value in every response of this status. */
export function constantHeader(value: string, description: string): HeaderObject {
  return header(description, { type: 'string', const: value });
}

/** A header in every response of this status, with a value like `example`. */
export function variableHeader(example: string, description: string, pattern: string): HeaderObject {
  return patternHeader([example], { description, pattern });
}

/** A header in every response of this status, with values of this pattern. */
export function patternHeader(
  examples: readonly string[],
  { description, pattern }: { readonly description: string; readonly pattern: string },
): HeaderObject {
  return header(description, { type: 'string', pattern, examples: [...examples] });
}

/** The same header, if some responses of the status lack it. */
export function optionalHeader(documented: HeaderObject | ReferenceObject): HeaderObject {
  return { ...('$ref' in documented ? sharedHeaderOf(documented) : documented), required: false };
}

function sharedHeaderOf({ $ref }: ReferenceObject): HeaderObject {
  return sharedHeaders[$ref.replace(folder, '') as SharedHeader];
}

/** The documented name of a header of all responses, ignoring case; undefined when it is not documented. */
export function sharedHeaderNamed(name: string): SharedHeader | undefined {
  const names = Object.keys(sharedHeaders) as SharedHeader[];
  return names.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
}

export function addSharedHeaders(document: OpenAPIObject): void {
  const text = JSON.stringify(document);
  const used = Object.entries(sharedHeaders).filter(([name]) => text.includes(`"${folder}${name}"`));
  (document.components ??= {}).headers = Object.fromEntries(used);
}
