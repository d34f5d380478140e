/** The part of an OpenAPI document by which answers are judged. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

export interface OpenApiOperation {
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>;
}

export interface OpenApiResponse {
  readonly headers?: Readonly<Record<string, OpenApiHeader | Reference>>;
  readonly content?: Readonly<Record<string, OpenApiMedia>>;
}

export interface OpenApiMedia {
  readonly schema?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

export interface OpenApiHeader {
  readonly required?: boolean;
  readonly schema: {
    readonly type: string;
    readonly const?: string;
    readonly pattern?: string;
    readonly minimum?: number;
  };
}

export interface Reference {
  readonly $ref: string;
}

/** All operations, each with its name: `GET /things/{id}`. */
export function operationsOf({
  paths,
}: OpenApiDocument): { name: string; method: string; path: string; operation: OpenApiOperation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([key, operation]) => {
      const method = key.toUpperCase();
      return { name: `${method} ${path}`, method, path, operation };
    }),
  );
}

/** What a reference into the document leads to; anything else is itself. */
export function resolved<Value extends object>(document: OpenApiDocument, value: Value | Reference): Value {
  if (!('$ref' in value)) return value;
  let found: unknown = document;
  for (const part of value.$ref.replace('#/', '').split('/'))
    found = (found as Record<string, unknown>)[part];
  return found as Value;
}

/** The schemas of the document that a part of it refers to, directly or through others. */
export function schemasWithin(
  document: OpenApiDocument,
  part: unknown,
  found: Record<string, unknown> = {},
): Record<string, unknown> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
    if (name in found) continue;
    found[name] = resolved(document, { $ref: `#/components/schemas/${name}` });
    schemasWithin(document, found[name], found);
  }
  return found;
}
