import { defineProblem, type ProblemDescription, problemsOf } from './define-problem';
import { sharedHeader } from './documented-headers';

const problemsKey = 'problems';

/** Documents the problems of an operation, in the error format of its surface. */
export function ApiProblem(...problems: readonly ProblemDescription[]): MethodDecorator {
  return (_target, _name, { value: handler }) => {
    if (typeof handler !== 'function') return;
    Reflect.defineMetadata(problemsKey, [...problems, ...notedProblems({ handler })], handler);
  };
}

/** The problems that `ApiProblem` documents for a route. */
export function notedProblems({ handler }: { readonly handler: object }): readonly ProblemDescription[] {
  return (Reflect.getMetadata(problemsKey, handler) ?? []) as readonly ProblemDescription[];
}

export const bodyTooLarge = defineProblem({
  kind: 'too_large',
  text: 'the request body is larger than 100 KiB',
  when: 'The body is larger than 100 KiB.',
  remedy: 'Send less',
});

const noJson = {
  kind: 'invalid',
  when: 'The body is not JSON, is nested more than 16 deep, or has more than 2,000 members.',
} as const;

export const invalidJson = defineProblem({
  ...noJson,
  text: 'the request body is not valid JSON',
  remedy: 'Send JSON',
});

const otherType = {
  kind: 'unsupported_media_type',
  when: 'The body has another media type, or an encoding or character set that is not supported.',
} as const;

export const notJson = defineProblem({
  ...otherType,
  text: 'the request body must be application/json',
  remedy: 'Set `Content-Type`',
});

export const unsupportedEncoding = defineProblem({
  ...otherType,
  text: 'the encoding or character set of the body is not supported',
  remedy: 'Send UTF-8, plain or as gzip, deflate or br',
});

export const nestedTooDeep = defineProblem({
  ...noJson,
  text: 'the request body is nested more than 16 deep',
  remedy: 'Send what the document describes',
});

export const tooManyMembers = defineProblem({
  ...noJson,
  text: 'the request body has more than 2,000 members',
  remedy: 'Send what the document describes',
});

/** For every operation to which a client can send a body. */
export const unreadableBody: readonly ProblemDescription[] = [
  problemsOf(invalidJson, nestedTooDeep, tooManyMembers),
  bodyTooLarge,
  problemsOf(notJson, unsupportedEncoding),
];

export const bodyNotAnObject = defineProblem({
  kind: 'invalid',
  text: 'the request body must be a JSON object',
  when: 'The body is not a JSON object.',
  remedy: 'Send an object',
});

/** The database is unreachable or does not respond in time, or the process is overloaded. */
export const storeUnavailable = defineProblem({
  kind: 'unavailable',
  text: 'the service is temporarily unavailable, try again',
  when: 'The service is temporarily unavailable; the same request may succeed later.',
  remedy: 'Retry after `Retry-After` seconds: an outage, or overload',
  headers: { 'Retry-After': sharedHeader('Retry-After') },
});
