import { z } from 'zod';

/** A setting. Zod's `.default(value)` and `.optional()` say what its absence means; without them it is required. */
export type Field<Value> = z.ZodPipe<z.ZodString, z.ZodTransform<Value, string>>;

/**
 * `parse` turns the text into the value, or gives undefined when the text is not what is `expected`. A problem shows
 * `expected` and never the text, because it may hold a password.
 */
export function field<Value>(expected: string, parse: (text: string) => Value | undefined): Field<Value> {
  const given = z.string({
    error: ({ input }) => (input === undefined ? `is missing: ${expected}` : `must be ${expected}`),
  });
  return given.pipe(
    z.transform<string, Value>((text, context) => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', input: undefined, message: `must be ${expected}` });
      return z.NEVER;
    }),
  );
}
