import { Problem, type ProblemKind, type ProblemOptions } from '@governance/kernel';
import { type HeadersObject, type ReferenceObject } from '@nestjs/swagger';

/** A documented problem of an operation; the kind determines the status. */
export interface ProblemDescription {
  readonly kind: ProblemKind;
  /** When this happens, in one sentence. */
  readonly when: string;
  /** The exact texts that clients get, each with what the client can do about it. */
  readonly texts: Readonly<Record<string, string>>;
  /** The platform's error code, if it differs from the kind's. */
  readonly code?: string;
  /** Further members of the platform's error body, with example values. */
  readonly members?: Readonly<Record<string, number>>;
  /** The schema of the platform's error body, if it has its own. */
  readonly body?: ReferenceObject;
  readonly headers?: HeadersObject;
}

type Definition = Omit<ProblemDescription, 'texts' | 'code' | 'members' | 'body'> & {
  /** Sent with every such problem. */
  readonly options?: ProblemOptions;
};

interface WithText extends Definition {
  readonly text: string;
  /** What the client can do about it. */
  readonly remedy: string;
}

interface WithValue<Value extends string | number> extends Definition {
  readonly text: (value: Value) => string;
  /** By example value: what the client can do about it. */
  readonly remedies: Readonly<Partial<Record<Value, string>>>;
}

/**
 * A problem of an operation: a function that makes it, and its description for `ApiProblem` and `docs/errors.md`.
 * A text with a value in it is documented with example values.
 */
export function defineProblem(
  definition: WithText,
): ProblemDescription & ((options?: ProblemOptions) => Problem);
export function defineProblem<Value extends string | number>(
  definition: WithValue<Value>,
): ProblemDescription & ((value: Value, options?: ProblemOptions) => Problem);
export function defineProblem<Value extends string | number>(
  definition: WithText | WithValue<Value>,
): ProblemDescription {
  const { kind, when, headers, options } = definition;
  const described = { kind, when, ...(headers && { headers }) };
  if (typeof definition.text === 'string') {
    const { text, remedy } = definition as WithText;
    const make = (more?: ProblemOptions): Problem => new Problem(kind, text, { ...options, ...more });
    return Object.assign(make, described, { texts: { [text]: remedy } });
  }
  const { text, remedies } = definition as WithValue<Value>;
  const examples = Object.entries(remedies) as [Value, string][];
  const texts = Object.fromEntries(examples.map(([value, remedy]) => [text(value), remedy]));
  const make = (value: Value, more?: ProblemOptions): Problem =>
    new Problem(kind, text(value), { ...options, ...more });
  return Object.assign(make, described, { texts });
}

/** Describes problems of one kind together, with the condition and headers of the first. */
export function problemsOf(
  first: ProblemDescription,
  ...others: readonly ProblemDescription[]
): ProblemDescription {
  return {
    ...first,
    texts: Object.assign({}, first.texts, ...others.map(({ texts }) => texts)) as ProblemDescription['texts'],
  };
}
