import { DtoPipe } from '@governance/http';
import { Problem } from '@governance/kernel';

const pipe = new DtoPipe('refuse');

/** Turns an object inside a body into a validated DTO. @throws a 400 that names the member and its problem. */
export function nestedRequest<Request extends object>(
  Request: new () => Request,
  { member, value }: { readonly member: string; readonly value: unknown },
): Request {
  try {
    return pipe.transform(value, { type: 'body', metatype: Request }) as Request;
  } catch (error) {
    throw error instanceof Problem ? new Problem(error.kind, `${member}: ${error.text}`) : error;
  }
}
