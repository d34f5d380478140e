import { ApiError, type ApiErrorDetails, StepUpRequiredError } from '../api-error';
import { retryAfterOf } from './retry-policy';

/** The error that a response other than a success means. `body` is its JSON, or its text if it has none. */
export function errorOfResponse(response: Response, body: unknown, operation: string): ApiError {
  const members = membersOf(body);
  const details: ApiErrorDetails = {
    status: response.status,
    code: codeOf(members),
    requestId: response.headers.get('x-request-id') ?? undefined,
    operation,
    retryAfterSeconds: retryAfterOf(response.headers, Date.now()),
  };
  const description = descriptionOf(members) ?? `the server answered ${response.status}`;
  const maxAge = members.max_age;
  return details.code === 'step_up_required' && typeof maxAge === 'number'
    ? new StepUpRequiredError(description, maxAge, details)
    : new ApiError(description, details);
}

function membersOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** The platform surface has a code and a description, the public one only the text, as `error`. */
function codeOf({
  error,
  error_description: description,
}: Readonly<Record<string, unknown>>): string | undefined {
  return typeof error === 'string' && typeof description === 'string' ? error : undefined;
}

function descriptionOf({
  error,
  error_description: description,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof description === 'string') return description;
  return typeof error === 'string' ? error : undefined;
}
