import { type HeaderObject, type OpenAPIObject, type ReferenceObject } from '@nestjs/swagger';
import { type JsonSchema } from './component-schemas';

function header(description: string, schema: JsonSchema): HeaderObject {
  return { description, required: true, schema };
}

/** The headers whose meaning is the same wherever they are sent. */
const sharedHeaders = {
  'X-Request-Id': header(
    'The request id that was sent, or a new one. It is in every line of our log: name it when you ask for help.',
    {
      type: 'string',
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      examples: ['5f0c8f5e-6f2a-4c0b-9d57-0b8f6f1f6a11'],
    },
  ),
  'X-Content-Type-Options': constantHeader('nosniff', 'The body is what its content type says.'),
  'Api-Supported-Versions': variableHeader(
    '1.0',
    'The values of `api-version` that can be asked for, separated by commas.',
    String.raw`^\d+\.\d+(, \d+\.\d+)*$`,
  ),
  'Strict-Transport-Security': variableHeader(
    'max-age=31536000',
    'In production: this host is reached over TLS only.',
    String.raw`^max-age=\d+$`,
  ),
  'Cache-Control': constantHeader('no-store', 'The answer is for this caller, now.'),
  'Retry-After': header('After how many seconds the same request may succeed.', {
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

/** A header that is sent with every response of this status, with one value. */
export function constantHeader(value: string, description: string): HeaderObject {
  return header(description, { type: 'string', const: value });
}

/** A header that is sent with every response of this status, with a value like `example`. */
export function variableHeader(example: string, description: string, pattern: string): HeaderObject {
  return patternHeader([example], { description, pattern });
}

/** A header that is sent with every response of this status, with values like these. */
export function patternHeader(
  examples: readonly string[],
  { description, pattern }: { readonly description: string; readonly pattern: string },
): HeaderObject {
  return header(description, { type: 'string', pattern, examples: [...examples] });
}

/** The same header, where some responses of the status come without it. */
export function optionalHeader(documented: HeaderObject | ReferenceObject): HeaderObject {
  return { ...('$ref' in documented ? sharedHeaderOf(documented) : documented), required: false };
}

function sharedHeaderOf({ $ref }: ReferenceObject): HeaderObject {
  return sharedHeaders[$ref.replace(folder, '') as SharedHeader];
}

/** The documented name of a header of all responses, whatever its case; undefined when nobody described it. */
export function sharedHeaderNamed(name: string): SharedHeader | undefined {
  const names = Object.keys(sharedHeaders) as SharedHeader[];
  return names.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
}

/** Adds the shared headers to which the document refers. */
export function addSharedHeaders(document: OpenAPIObject): void {
  const text = JSON.stringify(document);
  const used = Object.entries(sharedHeaders).filter(([name]) => text.includes(`"${folder}${name}"`));
  (document.components ??= {}).headers = Object.fromEntries(used);
}
