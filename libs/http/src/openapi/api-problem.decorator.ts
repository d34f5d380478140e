import { type HeadersObject, type ReferenceObject } from '@nestjs/swagger';
import { type ProblemKind } from '@governance/kernel';
import { sharedHeader } from './documented-headers';

/** A documented problem of an operation; the kind determines the status. */
export interface ProblemDescription {
  readonly kind: ProblemKind;
  /** When this happens, in one sentence. */
  readonly when: string;
  /** The exact texts that clients get. */
  readonly texts: readonly string[];
  /** The platform's error code, if it differs from the kind's. */
  readonly code?: string;
  /** Further members of the platform's error body, with example values. */
  readonly members?: Readonly<Record<string, number>>;
  /** The schema of the platform's error body, if it has its own. */
  readonly body?: ReferenceObject;
  readonly headers?: HeadersObject;
}

export const problemsKey = 'problems';

/** Documents the problems of an operation, in the error format of its surface. */
export function ApiProblem(...problems: readonly ProblemDescription[]): MethodDecorator {
  return (_target, _name, { value: handler }) => {
    if (typeof handler !== 'function') return;
    const noted = (Reflect.getMetadata(problemsKey, handler) ?? []) as readonly ProblemDescription[];
    Reflect.defineMetadata(problemsKey, [...problems, ...noted], handler);
  };
}

export const bodyTooLarge: ProblemDescription = {
  kind: 'too_large',
  when: 'The body is larger than 100 KiB.',
  texts: ['the request body is larger than 100 KiB'],
};

/** For every operation to which a client can send a body. */
export const unreadableBody: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'The body is not JSON, is nested more than 16 deep, or has more than 2,000 members.',
    texts: [
      'the request body is not valid JSON',
      'the request body is nested more than 16 deep',
      'the request body has more than 2,000 members',
    ],
  },
  bodyTooLarge,
  {
    kind: 'unsupported_media_type',
    when: 'The body has another media type, or an encoding or character set that is not supported.',
    texts: [
      'the request body must be application/json',
      'the encoding or character set of the body is not supported',
    ],
  },
];

export const bodyNotAnObject: ProblemDescription = {
  kind: 'invalid',
  when: 'The body is not a JSON object.',
  texts: ['the request body must be a JSON object'],
};

/** The database is unreachable or does not respond in time, or the process is overloaded. */
export const storeUnavailable: ProblemDescription = {
  kind: 'unavailable',
  when: 'The service is temporarily unavailable; the same request may succeed later.',
  texts: ['the service is temporarily unavailable, try again'],
  headers: { 'Retry-After': sharedHeader('Retry-After') },
};
