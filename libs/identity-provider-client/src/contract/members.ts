import { canonicalAddress } from '@governance/deliveries';
import {
  invitedRoles,
  isFactorValue,
  isIssuer,
  longestFactorValue,
  mostFactorValues,
  parseRfc3339,
  roles,
  type UpstreamSecondFactor,
} from '@governance/iam';
import { canonicalName, nameProblem } from '@governance/kernel';
import * as z from 'zod';

// The messages follow the name of the member: `must be …`. They contain no value.

/** A text that holds a rule. `shape`: what JSON Schema can say of the rule. */
export function textThat(
  must: string,
  holds: (value: string) => boolean,
  shape: Readonly<Record<string, unknown>> = {},
): z.ZodString {
  return z.string(must).refine(holds, must).meta(shape);
}

export function textLike(must: string, pattern: RegExp): z.ZodString {
  return z.string(must).regex(pattern, must);
}

/** `must` is the message for the list and for its items. */
export function listOf<Item extends z.ZodType>(
  item: (must: string) => Item,
  { must, least, most }: { readonly must: string; readonly least: number; readonly most: number },
): z.ZodReadonly<z.ZodArray<Item>> {
  return z.array(item(must), must).min(least, must).max(most, must).readonly();
}

type Optional<Schema extends z.ZodType> = z.ZodPipe<
  z.ZodOptional<z.ZodNullable<Schema>>,
  z.ZodTransform<z.output<Schema> | undefined, z.output<Schema> | null | undefined>
>;

/** `null` counts as absent. */
export function optional<Schema extends z.ZodType>(schema: Schema): Optional<Schema> {
  return schema.nullish().transform((value) => value ?? undefined);
}

type WithDefault<Schema extends z.ZodType> = z.ZodPipe<
  z.ZodOptional<z.ZodNullable<Schema>>,
  z.ZodTransform<z.output<Schema>, z.output<Schema> | null | undefined>
>;

/** An absent member, or `null`, gets the value. */
export function withDefault<Schema extends z.ZodType>(
  schema: Schema,
  initial: z.output<Schema>,
): WithDefault<Schema> {
  return schema.nullish().transform((value) => value ?? initial);
}

/** Chosen by the caller and opaque to the provider. */
export const id = textLike('must have 1 to 128 characters of A-Z a-z 0-9 _ . : | -', /^[\w.:|-]{1,128}$/);

export const uuid = z.uuid('must be a UUID');

const longestLabel = 200;
const labelRule = `must have 1 to ${longestLabel} characters, and no control, text-direction or other invisible ones`;

export const label = z
  .string(labelRule)
  .overwrite(canonicalName)
  .refine((value) => nameProblem(value, longestLabel) === undefined, labelRule)
  .meta({ minLength: 1, maxLength: longestLabel });

const emailRule = 'must be an email';

/** One plain email address, in canonical form after the check. */
export const email = z
  .string(emailRule)
  .overwrite((value) => canonicalAddress(value) ?? value)
  .refine((value) => canonicalAddress(value) === value, emailRule)
  .meta({ format: 'email' });

export const role = z.enum(roles, `must be one of ${roles.join(', ')}`);

export const invitedRole = z.enum(invitedRoles, `must be one of ${invitedRoles.join(', ')}`);

export const flag = z.boolean('must be true or false');

/** RFC 3339, with any offset. */
export const timestamp = textThat(
  'must be an RFC 3339 timestamp',
  (value) => parseRfc3339(value) !== undefined,
  { format: 'date-time' },
).transform((text) => new Date(text));

/** The number of entries of a page, in a query. */
export function pageSizeUpTo(most: number): z.ZodPipe<z.ZodString, z.ZodTransform<number, string>> {
  return textThat(
    `must be an integer from 1 to ${most}`,
    (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= most,
    { type: 'integer', minimum: 1, maximum: most },
  ).transform(Number);
}

const factorValues = z
  .array(z.string().min(1).max(longestFactorValue).refine(isFactorValue))
  .max(mostFactorValues);
const factor = z
  .strictObject({ acrValues: factorValues, amrValues: factorValues })
  .refine(({ acrValues, amrValues }) => acrValues.length + amrValues.length > 0);

/** What a provider must assert for a second factor; at least one list has a value. */
export const secondFactor = z.custom<UpstreamSecondFactor>(
  (value) => factor.safeParse(value).success,
  `must be acrValues and amrValues, each at most ${mostFactorValues} texts of 1 to ${longestFactorValue} printable characters, and not both empty`,
);

/** OpenID Connect Discovery 1.0, 3: compared as text with the provider's own issuer value; no query, no fragment. */
export const issuer = textThat(
  'must be an https URL without a query, or an http one of this machine',
  (value) => value.length <= 500 && isIssuer(value),
  { format: 'uri', maxLength: 500 },
);

/** A time in a response. */
export const moment = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (time) => time.toISOString(),
});

/** An id in a response. */
export const someId = z.string().min(1).max(128);
