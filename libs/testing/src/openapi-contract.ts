import type { NormalizedProblem } from '@redocly/openapi-core';
import { type HttpAnswer } from './call-http';
import { headerDifferences } from './openapi-headers';
import {
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiResponse,
  operationsOf,
  resolved,
  schemasWithin,
} from './openapi-document';

/** What was asked. `path` is the real one: `/api/survey-results/42/verify?x=y`. */
export interface Asked {
  readonly method: string;
  readonly path: string;
}

/** Compares real answers with an OpenAPI document, and remembers what of the document was never answered. */
export class OpenApiContract {
  private readonly document: OpenApiDocument;
  private readonly seen = new Set<string>();
  /** What a linter says of each body: most answers repeat an earlier one. */
  private readonly linted = new Map<string, Promise<NormalizedProblem[]>>();

  /** `document` as it was parsed from JSON; resolved from within only. */
  constructor(document: object) {
    this.document = document as OpenApiDocument;
  }

  /** What differs between an answer and its documentation: nothing when it is as documented. */
  async differences(asked: Asked, answer: HttpAnswer): Promise<string[]> {
    const differences = await this.shapeDifferences(asked, answer);
    const found = this.responseTo(asked, answer);
    if (found) differences.push(...this.textDifferences(found.name, found.response, answer));
    return differences;
  }

  /** The same, for answers with error texts that name what was sent: the text is not compared. */
  async shapeDifferences(asked: Asked, answer: HttpAnswer): Promise<string[]> {
    const found = this.responseTo(asked, answer);
    if (!found) return [`${asked.method} ${asked.path} ${answer.status} is not documented`];
    const { name, response } = found;
    this.seen.add(name);
    const differences = [
      ...headerDifferences(this.document, response, answer.headers),
      ...(await this.bodyDifferences(response, answer)),
    ];
    return differences.map((difference) => `${name}: ${difference}`);
  }

  private responseTo(
    asked: Asked,
    { status }: HttpAnswer,
  ): { readonly name: string; readonly response: OpenApiResponse } | undefined {
    const found = this.operationOf(asked);
    const documented = found?.operation.responses[String(status)];
    return found && documented
      ? { name: `${found.name} ${status}`, response: resolved(this.document, documented) }
      : undefined;
  }

  /** Documented statuses and error texts that no answer has shown. */
  get unseen(): string[] {
    const all = operationsOf(this.document).flatMap(({ name, operation }) =>
      Object.entries(operation.responses).flatMap(([status, response]) => [
        `${name} ${status}`,
        ...errorTexts(resolved(this.document, response)).map((text) => `${name} ${status}: ${text}`),
      ]),
    );
    return all.filter((item) => !this.seen.has(item));
  }

  /** A request to each operation, with an id that nothing has. */
  get requests(): readonly Asked[] {
    return operationsOf(this.document).map(({ method, path }) => ({
      method,
      path: path.replaceAll(/\{\w+\}/g, 'unknown'),
    }));
  }

  private operationOf(asked: Asked): { name: string; operation: OpenApiOperation } | undefined {
    const [path = ''] = asked.path.split('?', 1);
    return operationsOf(this.document).find(
      (candidate) => candidate.method === asked.method && patternOf(candidate.path).test(path),
    );
  }

  /** The answer has to be a valid example of the documented one, with no member that is not documented. */
  private async bodyDifferences(response: OpenApiResponse, answer: HttpAnswer): Promise<string[]> {
    const [contentType = ''] = (answer.headers.get('content-type') ?? '').split(';', 1);
    const media = response.content?.[contentType];
    if (!response.content) return answer.text === '' ? [] : ['has a body'];
    if (!media) return [`the content type ${contentType} is not documented`];
    const example: unknown = contentType.endsWith('json') ? JSON.parse(answer.text) : answer.text;
    const content = { [contentType]: { schema: media.schema, example } };
    const schemas = schemasWithin(this.document, media.schema);
    const components = { schemas, responses: { Real: { description: 'real', content } } };
    const source = JSON.stringify({ ...this.document, paths: {}, components });
    const linting = this.linted.get(source) ?? exampleProblems(source);
    this.linted.set(source, linting);
    const problems = await linting;
    return problems.map(({ message, location }) => `${message} ${location[0]?.pointer ?? ''}`);
  }

  private textDifferences(name: string, response: OpenApiResponse, { status, body }: HttpAnswer): string[] {
    if (status < 400) return [];
    const text = textOf(body);
    this.seen.add(`${name}: ${text}`);
    return errorTexts(response).includes(text)
      ? []
      : [`${name}: the text "${text}" is not among the examples`];
  }
}

/** Loaded when it is needed: this library is in programs and tests that have no use for a linter. */
async function exampleProblems(source: string): Promise<NormalizedProblem[]> {
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const rule = { severity: 'error', allowAdditionalProperties: false } as const;
  const config = await createConfig({ rules: { 'no-invalid-media-type-examples': rule } });
  return lintFromString({ source, config });
}

function patternOf(path: string): RegExp {
  const literal = path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${literal}$`);
}

function errorTexts({ content = {} }: OpenApiResponse): string[] {
  const examples = Object.values(content).flatMap((media) => Object.values(media.examples ?? {}));
  return examples.map(({ value }) => textOf(value)).filter((text) => text !== '');
}

/** The text of an error body, in the shape of either surface; empty for any other. */
function textOf(body: unknown): string {
  const { error, error_description: description } = body as Readonly<Record<string, unknown>>;
  const text = description ?? error;
  return typeof text === 'string' ? text : '';
}
