/** What the surface answered, without its text. */
export interface ApiErrorDetails {
  readonly status: number;
  /** The error code of the platform surface, such as `not_found`; the public surface has none. */
  readonly code: string | undefined;
  /** Finds the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** The operation, such as `POST /iam/m2m-credentials`. */
  readonly operation: string;
  /** After how many seconds the service expects the next attempt. */
  readonly retryAfterSeconds: number | undefined;
}

/** The surface refused a call or failed. The message is the text of the service, for people: it may change. */
export class ApiError extends Error implements ApiErrorDetails {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  readonly description: string;
  readonly requestId: string | undefined;
  readonly operation: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(description: string, details: ApiErrorDetails) {
    super(description);
    this.description = description;
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.operation = details.operation;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** The organization requires a recent second factor, and the call had none: sign in again and repeat it. */
export class StepUpRequiredError extends ApiError {
  override readonly name = 'StepUpRequiredError';

  constructor(
    description: string,
    /** The maximum age of the second factor, in seconds. */
    readonly maxAge: number,
    details: ApiErrorDetails,
  ) {
    super(description, details);
  }
}
