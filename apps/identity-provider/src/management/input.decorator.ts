import { Problem } from '@governance/kernel';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { type z } from 'zod';

/** The request body, checked against a schema. A problem names the member and never shows what it holds. */
export function Input(schema: z.ZodType): ParameterDecorator {
  return createParamDecorator((_data: unknown, context: ExecutionContext) =>
    parseInput(schema, context.switchToHttp().getRequest<Request>().body ?? {}),
  )();
}

/** The parameters of the query, likewise. */
export function QueryInput(schema: z.ZodType): ParameterDecorator {
  return createParamDecorator((_data: unknown, context: ExecutionContext) =>
    parseInput(schema, context.switchToHttp().getRequest<Request>().query),
  )();
}

/** A parameter of the path, likewise. */
export function PathInput(name: string, schema: z.ZodType): ParameterDecorator {
  return createParamDecorator((_data: unknown, context: ExecutionContext) =>
    parseInput(schema, context.switchToHttp().getRequest<Request>().params[name], name),
  )();
}

function parseInput(schema: z.ZodType, value: unknown, name = 'the body'): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, code, message }) => {
    const place = path.join('.') || name;
    return code === 'unrecognized_keys' ? `${place} has a member that is not known` : `${place}: ${message}`;
  });
  throw new Problem('invalid', problems.join('; '));
}
