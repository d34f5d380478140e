/** The parts of an error that may be logged; absent members do not appear in the JSON. */
export interface SafeError {
  readonly type: string;
  /** Absent when the text may quote a request, a parameter or another program's response. */
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  /** Frames only: the first line of a stack repeats the message. */
  readonly stack?: string | undefined;
  readonly cause?: SafeError | undefined;
  readonly errors?: readonly SafeError[] | undefined;
}

const deepestCause = 5;
const mostErrors = 3;

/** SQLSTATE classes whose messages name relations, columns and states, but no values. */
const wordsOfTheDatabase = /^(?:08|23|28|3D|40|42|53|55|57|58)/;

/**
 * Describes an error for the operator: class, codes, place and cause. Only known members are copied, so that statement
 * parameters and the rows in an error's `detail` do not reach the log. Texts of mail servers and parsers are left out,
 * because they repeat their input.
 */
export function safeError(error: unknown, depth = 0): SafeError {
  if (typeof error !== 'object' || error === null) return { type: typeof error };
  const { name, stack, cause, errors } = error as { readonly [name in keyof AggregateError]?: unknown };
  const inner = (other: unknown): SafeError => safeError(other, depth + 1);
  const deeper = depth < deepestCause;
  return {
    type: typeof name === 'string' ? name : 'Object',
    message: messageOf(error),
    code: codesOf(error),
    stack: framesOf(stack),
    cause: deeper && cause !== undefined ? inner(cause) : undefined,
    errors: deeper && Array.isArray(errors) ? errors.slice(0, mostErrors).map(inner) : undefined,
  };
}

/** The message of an error that cannot hold untrusted content. Addresses and ids are still removed. */
function messageOf(error: object): string | undefined {
  const { name, message, code } = error as { name?: unknown; message?: unknown; code?: unknown };
  if (typeof message !== 'string' || message === '') return undefined;
  if (name === 'SyntaxError' || 'responseCode' in error || 'parameters' in error) return undefined;
  if ('severity' in error && !(typeof code === 'string' && wordsOfTheDatabase.test(code))) return undefined;
  return withoutPersonalData(message);
}

function withoutPersonalData(text: string): string {
  return text
    .replaceAll(/[^\s<>"'`]+@[^\s<>"'`]+/g, '[address]')
    .replaceAll(/([0-9a-f]{8})-[0-9a-f-]{27}/gi, '$1…');
}

function codesOf(error: object): string | undefined {
  const { code, responseCode, syscall, constraint } = error as Record<string, unknown>;
  const codes = [code, responseCode, syscall, constraint].filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  return codes.length === 0 ? undefined : codes.join(' ');
}

/** A frame ends with a position. Text quoted in a message does not. */
function framesOf(stack: unknown): string | undefined {
  if (typeof stack !== 'string') return undefined;
  const frames = stack.split('\n').filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  return frames.length === 0 ? undefined : frames.join('\n');
}
