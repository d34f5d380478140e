/** The types of calls, derived from the types that `openapi-typescript` generates for a document. */
export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have an operation of this method. */
export type PathsWith<Paths, Method extends HttpMethod> = string &
  { [Path in keyof Paths]: Paths[Path] extends Record<Method, object> ? Path : never }[keyof Paths];

export type OperationOf<Paths, Path extends keyof Paths, Method extends HttpMethod> =
  Paths[Path] extends Record<Method, infer Operation> ? Operation : never;

type Success = 200 | 201 | 202 | 204;

/** The body of a success; undefined if the operation has none. */
export type ResultOf<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: Status extends Success ? BodyOf<Responses[Status]> : never;
    }[keyof Responses]
  : never;

type BodyOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : undefined;

/** What every call may be given. */
export interface RequestOptions {
  /** Ends the call, its retries included. */
  readonly signal?: AbortSignal;
  /** The time limit of each attempt; that of the client if absent. */
  readonly timeoutMs?: number;
  /** Your id for the request, to find it in logs: 1 to 64 of `A-Z a-z 0-9 . _ -`. */
  readonly requestId?: string;
  /** For operations that take one. A random key if absent. */
  readonly idempotencyKey?: string;
}

export type CallOptions<Operation> = RequestOptions &
  PathOption<Operation> &
  QueryOption<Operation> &
  BodyOption<Operation>;

/** The arguments after the path: optional if no option is required. */
export type CallArguments<Operation> =
  Partial<CallOptions<Operation>> extends CallOptions<Operation>
    ? [options?: CallOptions<Operation>]
    : [options: CallOptions<Operation>];

type Parameters<Operation, Place extends string> = Operation extends { parameters: infer All }
  ? Place extends keyof All
    ? NonNullable<All[Place]>
    : never
  : never;

/** `path: { credentialId: '…' }`. */
type PathOption<Operation> = [Parameters<Operation, 'path'>] extends [never]
  ? { readonly path?: undefined }
  : { readonly path: Parameters<Operation, 'path'> };

/** `query: { limit: 20 }`, without the version, which the client pins. */
type QueryOption<Operation> = [Parameters<Operation, 'query'>] extends [never]
  ? { readonly query?: undefined }
  : { readonly query?: Omit<Parameters<Operation, 'query'>, 'api-version'> };

type BodyOption<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { readonly body: Content[keyof Content] }
  : Operation extends { requestBody?: infer Optional }
    ? [NonNullable<Optional>] extends [never]
      ? { readonly body?: undefined }
      : NonNullable<Optional> extends { content: infer Content }
        ? { readonly body?: Content[keyof Content] }
        : { readonly body?: undefined }
    : { readonly body?: undefined };
