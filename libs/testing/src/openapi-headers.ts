import { type OpenApiDocument, type OpenApiHeader, type OpenApiResponse, resolved } from './openapi-document';

/** Headers of the connection and of the content, which a response's description implies. */
const implied = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];

/** What differs between the headers of an answer and the documented ones. */
export function headerDifferences(
  document: OpenApiDocument,
  { headers = {} }: OpenApiResponse,
  real: Headers,
): string[] {
  const documented = new Map(
    Object.entries(headers).map(([name, header]) => [name.toLowerCase(), resolved(document, header)]),
  );
  const surplus = [...real.keys()].filter((name) => !documented.has(name) && !implied.includes(name));
  return [
    ...surplus.map((name) => `the header ${name} is not documented`),
    ...[...documented].flatMap(([name, header]) => differencesOf(name, header, real.get(name))),
  ];
}

function differencesOf(
  name: string,
  { required = false, schema }: OpenApiHeader,
  value: string | null,
): string[] {
  if (value === null) return required ? [`the header ${name} is missing`] : [];
  return conforms(schema, value) ? [] : [`the header ${name} is "${value}"`];
}

function conforms(
  { type, pattern = '', minimum = 0, ...schema }: OpenApiHeader['schema'],
  value: string,
): boolean {
  if (type === 'integer') return /^\d+$/.test(value) && Number(value) >= minimum;
  return new RegExp(pattern).test(value) && value === (schema.const ?? value);
}
