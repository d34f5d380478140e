import fc from 'fast-check';
import { type OpenApiDocument, operationsOf, type Reference, resolved } from './openapi-document';

/** A request to an operation of a document: `path` has its query. */
export interface DocumentedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
}

/** A request, and the operation that it is made for: `GET /things/{id}`. */
export interface RequestOfOperation {
  readonly operation: string;
  readonly request: DocumentedRequest;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly oneOf?: readonly AnySchema[];
  readonly anyOf?: readonly AnySchema[];
  readonly allOf?: readonly AnySchema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: AnySchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: AnySchema | boolean;
}
type AnySchema = Schema | Reference;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: AnySchema;
}

interface RequestBody {
  readonly content: Readonly<
    Record<string, { schema: AnySchema; examples?: Readonly<Record<string, { value: unknown }>> }>
  >;
}

interface Operation {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody;
}

const usualLength = 40;
const mostItems = 4;

// Functions, as every test loads this file: fast-check takes a second for its first characters.
const texts: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  uuid: () => fc.uuid(),
  email: () => fc.emailAddress(),
  uri: () => fc.webUrl(),
  hostname: () => fc.domain(),
  'date-time': () => fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString()),
  date: () =>
    fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString().slice(0, 10)),
};

const scalars: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<unknown>>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum: min = -5, maximum: max = 1_000 }) => fc.integer({ min, max }),
  number: ({ minimum: min = -5, maximum: max = 1_000 }) => fc.double({ min, max, noNaN: true }),
};

/**
 * Requests to the operations of an OpenAPI document. Most values are as documented, so that requests reach the work behind the
 * checks; some are not. `known` gives the ids that path parameters mostly have, at the time of each request.
 */
export class DocumentedRequests {
  private readonly document: OpenApiDocument;
  private readonly oddValues = everyType();

  constructor(
    document: object,
    private readonly known: () => readonly string[],
  ) {
    this.document = document as OpenApiDocument;
  }

  /** The name of each operation: `GET /things/{id}`. */
  get operations(): readonly string[] {
    return operationsOf(this.document).map(({ name }) => name);
  }

  get all(): fc.Arbitrary<RequestOfOperation> {
    const operations = operationsOf(this.document).map(({ name, method, path, operation }) =>
      this.requests(method, path, operation as Operation).map((request) => ({ operation: name, request })),
    );
    return fc.oneof(...operations);
  }

  private requests(method: string, path: string, operation: Operation): fc.Arbitrary<DocumentedRequest> {
    const parameters = (operation.parameters ?? []).map((parameter) => resolved(this.document, parameter));
    const given = fc.tuple(...parameters.map((parameter) => this.given(parameter)));
    return fc.record({ given, body: this.bodies(operation) }).map(({ given: values, body }) => {
      let target = path;
      const query = new URLSearchParams();
      const headers: Record<string, string> = {};
      for (const [index, { name, in: place }] of parameters.entries()) {
        const value = values[index];
        if (value === undefined) continue;
        if (place === 'path') target = target.replace(`{${name}}`, () => segmentOf(value));
        else if (place === 'query') query.append(name, value.toWellFormed());
        else headers[name] = value.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 4_000);
      }
      const search = query.size > 0 ? `?${query.toString().slice(0, 8_000)}` : '';
      const content = body === undefined ? {} : { 'content-type': 'application/json' };
      return {
        method,
        path: target + search,
        headers: { ...headers, ...content },
        ...(body !== undefined && { body }),
      };
    });
  }

  private given({ in: place, required, schema }: Parameter): fc.Arbitrary<string | undefined> {
    const value = mostly(this.values(schema, 0), this.oddValues).map((one) =>
      typeof one === 'string' ? one : JSON.stringify(one),
    );
    if (place !== 'path') return required === true ? value : fc.option(value, { nil: undefined, freq: 3 });
    const ids = fc.nat().map((index) => this.known()[index % this.known().length] ?? 'x');
    return fc.oneof({ weight: 4, arbitrary: ids }, { weight: 1, arbitrary: value });
  }

  private bodies({ requestBody }: Operation): fc.Arbitrary<string | undefined> {
    const media = requestBody?.content['application/json'];
    if (!media) return fc.constant(undefined);
    const examples = Object.values(media.examples ?? {}).map(({ value }) => value);
    const changed = fc
      .tuple(fc.constantFrom(...examples, {}), fc.option(this.values(media.schema, 0)))
      .map(([example, generated]) => ({ ...(example as object), ...(generated as object | null) }));
    const body = fc.oneof(this.values(media.schema, 0), fc.constantFrom(...examples, {}), changed);
    return mostly(body, this.oddValues).map((value) => JSON.stringify(value));
  }

  /** Mostly valid values; the odd ones are inside. */
  private values(any: AnySchema, depth: number): fc.Arbitrary<unknown> {
    const schema: Schema = resolved(this.document, any);
    if (depth > 6) return fc.constant(null);
    const alternatives = schema.oneOf ?? schema.anyOf;
    if (alternatives) return fc.oneof(...alternatives.map((one) => this.values(one, depth + 1)));
    if (schema.allOf) return this.merged(schema.allOf, depth);
    if ('const' in schema) return mostly(fc.constant(schema.const), this.oddValues);
    if (schema.enum) return mostly(fc.constantFrom(...schema.enum), this.oddValues);
    const examples = schema.examples ?? [];
    const typed = [schema.type ?? 'object'].flat().map((type) => this.ofType(type, schema, depth));
    const some = examples.length === 0 ? typed : [...typed, fc.constantFrom(...examples)];
    return mostly(fc.oneof(...some), this.oddValues);
  }

  private merged(parts: readonly AnySchema[], depth: number): fc.Arbitrary<unknown> {
    const values = parts.map((part) => this.values(part, depth + 1));
    return fc.tuple(...values).map((objects) => Object.assign({}, ...objects) as object);
  }

  private ofType(type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
    if (type === 'array') return this.arrays(schema, depth);
    if (type === 'object') return this.objects(schema, depth);
    return scalars[type]?.(schema) ?? textsOf(schema);
  }

  private arrays(
    { items = {}, minItems = 0, maxItems = mostItems }: Schema,
    depth: number,
  ): fc.Arbitrary<unknown> {
    const maxLength = Math.max(minItems, Math.min(maxItems, mostItems));
    return fc.array(this.values(items, depth + 1), { minLength: minItems, maxLength });
  }

  private objects(
    { properties = {}, required = [], additionalProperties }: Schema,
    depth: number,
  ): fc.Arbitrary<unknown> {
    const members = Object.entries(properties).map(
      ([name, schema]) => [name, this.values(schema, depth + 1)] as const,
    );
    const requiredKeys = required.filter((name) => name in properties);
    const declared = fc.record(Object.fromEntries(members), { requiredKeys });
    if (typeof additionalProperties !== 'object') return declared;
    const further = fc.dictionary(
      fc.string({ maxLength: 20 }),
      this.values(additionalProperties, depth + 1),
      {
        maxKeys: mostItems,
      },
    );
    return fc.tuple(declared, further).map(([known, more]) => ({ ...more, ...known }));
  }
}

/** Values of every type, for places that document another, and beyond every bound. */
function everyType(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 2 ** 53, 1e308, '', ' ', 'x', [], {}, [[]], [null], {
      a: 1,
    }),
    fc.constantFrom(
      '\0',
      '\ud800',
      '\u202e',
      'é'.normalize('NFD'),
      '=1+1',
      "' OR 1=1 --",
      'x'.repeat(20_000),
    ),
    fc.constantFrom<unknown>(
      Array(300).fill('x'),
      JSON.parse('{"__proto__":{"polluted":1},"constructor":1}'),
    ),
    fc.string({ unit: 'binary', maxLength: usualLength }),
    fc.jsonValue({ maxDepth: 3 }),
  );
}

/** About one in twelve values is odd. */
function mostly(usual: fc.Arbitrary<unknown>, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 11, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

function textsOf({
  pattern,
  format = '',
  minLength = 0,
  maxLength = usualLength,
}: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, usualLength)) };
  return texts[format]?.() ?? fc.oneof(fc.string(length), fc.string({ ...length, unit: 'grapheme' }));
}

/** A segment of a path that no client takes out. */
function segmentOf(value: string): string {
  const segment = encodeURIComponent(value.toWellFormed()).slice(0, 3_000);
  return /^\.{0,2}$/.test(segment) ? 'x' : segment;
}
