/** The kinds of problems of a request, each with its status on both surfaces (spec 7). */
export const problemStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  unprocessable: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ProblemKind = keyof typeof problemStatus;

export interface ProblemOptions {
  /** The platform's error code, if it differs from the kind's. */
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the platform's error body. */
  readonly members?: Readonly<Record<string, number>>;
  /** Details for the operator that the client must not see. */
  readonly cause?: unknown;
}

/**
 * A request cannot be fulfilled. `text` is for the client: it says what is wrong and where, and contains no secret, token
 * or address. `cause` is for the operator's log.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, number>>;

  constructor(
    readonly kind: ProblemKind,
    readonly text: string,
    { code, headers = {}, members = {}, cause }: ProblemOptions = {},
  ) {
    super(text, { cause });
    this.code = code;
    this.headers = headers;
    this.members = members;
  }

  get status(): number {
    return problemStatus[this.kind];
  }
}
