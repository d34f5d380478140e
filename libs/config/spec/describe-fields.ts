import type * as z from 'zod';

export interface FieldCase {
  readonly field: z.ZodType;
  /** Texts that are their own value, or pairs of text and value. */
  readonly takes: readonly (string | readonly [string, unknown])[];
  readonly refuses: readonly string[];
}

/** Each field takes its texts, and refuses others in words that do not depend on them. */
export function describeFields(cases: Readonly<Record<string, FieldCase>>): void {
  describe.each(Object.entries(cases))('%s', (_, { field, takes, refuses }) => {
    it.each(takes.map((taken) => (typeof taken === 'string' ? ([taken, taken] as const) : taken)))(
      'takes %j',
      (text, value) => {
        expect(field.parse(text)).toEqual(value);
      },
    );

    function messagesFor(text?: string): string[] {
      return field.safeParse(text).error?.issues.map(({ message }) => message) ?? [];
    }

    it('is required, and says what it expects', () => {
      expect(messagesFor(undefined)).toEqual([expect.stringMatching(/^is missing: \w/)]);
    });

    it.each(refuses.map((text) => [text]))('refuses %j in words that do not depend on it', (text) => {
      const [missing] = messagesFor(undefined);
      expect(messagesFor(text)).toEqual([missing?.replace('is missing:', 'must be')]);
    });
  });
}
