import { type CallHandler, type ExecutionContext, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import * as z from 'zod';

const answerKey = 'management-answer';

/** The response of a handler: the members of the schema, and no other ones. */
export function Answer<Schema extends z.ZodType>(
  schema: Schema,
): <Handler extends (...parameters: never[]) => z.output<Schema> | Promise<z.output<Schema>>>(
  target: object,
  name: string,
  handler: TypedPropertyDescriptor<Handler>,
) => void {
  return SetMetadata(answerKey, schema);
}

/** The schema of a handler's response; undefined: it sends nothing. */
export function answerOf(handler: object): z.ZodType | undefined {
  return Reflect.getMetadata(answerKey, handler) as z.ZodType | undefined;
}

/** Sends what the schema of the handler has. A handler without one sends nothing. */
export class AnswerAllowList implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const schema = answerOf(context.getHandler());
    return next.handle().pipe(map((answer) => schema && z.encode(schema, answer)));
  }
}
