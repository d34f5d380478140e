import * as z from 'zod';

/** A setting. Required unless Zod's `.default(value)` or `.optional()` is added. */
export type Field<Value> = z.ZodPipe<z.ZodString, z.ZodTransform<Value, string>>;

/**
 * `parse` converts the text to the value, or returns undefined when the text is not valid. An error contains `expected` and
 * never the text, which may hold a password.
 */
export function field<Value>(expected: string, parse: (text: string) => Value | undefined): Field<Value> {
  const stringSchema = z.string({
    error: ({ input }) => (input === undefined ? `is missing: ${expected}` : `must be ${expected}`),
  });
  return stringSchema.pipe(
    z.transform<string, Value>((text, context) => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', input: undefined, message: `must be ${expected}` });
      return z.NEVER;
    }),
  );
}
