import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { type Field } from './field';
import { httpUrl, issuerUrl } from './url-fields';

const mostBytes = 64 * 1024;
const mostIssuers = 20;
const mostItems = 50;

/** One line of printable text, without a limit that a real name would reach. */
function name(what: string): z.ZodType<string> {
  const error = `must be ${what}: 1 to 200 characters without spaces or control characters`;
  return z.string({ error }).regex(/^[^\s\p{Cc}]{1,200}$/u, { error });
}

function list<Item>(item: z.ZodType<Item>, what: string): z.ZodType<readonly Item[]> {
  const error = `must be a list of 1 to ${mostItems} ${what}, each at most once`;
  return z
    .array(item, { error })
    .min(1, { error })
    .max(mostItems, { error })
    .refine((items) => new Set(items).size === items.length, { error });
}

function oneOf<const Name extends string>(...names: readonly [Name, ...Name[]]): z.ZodType<Name> {
  return z.enum(names, { error: `must be ${names.join(' or ')}` });
}

const path = name('the name or path of a claim').optional();
const claims = z.strictObject(
  {
    org_id: path,
    org_name: path,
    permissions: path,
    mfa_at: path,
    mfa_max_age: path,
    email: path,
    email_verified: path,
    name: path,
    roles: path,
  },
  { error: objectError },
);

const entry = z.strictObject(
  {
    issuer: issuerUrl(),
    jwksUri: httpUrl().optional(),
    audience: issuerUrl().optional(),
    types: list(
      name('a token type').transform((type) => type.toLowerCase()),
      'token types',
    ).optional(),
    issues: list(oneOf('people', 'machines'), 'kinds of caller'),
    claims: claims.optional(),
    rolePermissions: z
      .record(name('the name of a role'), oneOf('account-admin', 'client-manager', 'viewer'), {
        error: objectError,
      })
      .refine((roles) => Object.keys(roles).length <= mostItems, {
        error: `must name at most ${mostItems} roles`,
      })
      .optional(),
    apiScopes: oneOf('required', 'none').optional(),
    sessionClaims: list(name('the name or path of a claim'), 'claims').optional(),
    freshness: oneOf('mfa_at', 'acr').optional(),
    acrValues: list(name('a value of acr'), 'values').optional(),
    window: oneOf('token', 'policy').optional(),
  },
  { error: objectError },
);

/** An issuer of the file. Absent members have the values that docs/identity-providers.md names. */
export type IssuerEntry = z.output<typeof entry>;

const document = z.strictObject(
  {
    issuers: z
      .array(entry, { error: `must be a list of 1 to ${mostIssuers} issuers` })
      .min(1, { error: `must be a list of 1 to ${mostIssuers} issuers` })
      .max(mostIssuers, { error: `must be a list of 1 to ${mostIssuers} issuers` }),
  },
  { error: objectError },
);

/** The path of a file that lists issuers. It is read and checked here, so that every problem is named before Nest starts. */
export function issuersFile(): Field<readonly IssuerEntry[]> {
  return z.string({ error: 'is missing: the path of a file' }).pipe(
    z.transform<string, readonly IssuerEntry[]>((file, context) => {
      const read = readJson(file);
      const problems = 'problem' in read ? [read.problem] : problemsOf(read.value);
      for (const message of problems) context.issues.push({ code: 'custom', input: undefined, message });
      if ('problem' in read || problems.length > 0) return z.NEVER;
      return document.parse(read.value).issuers;
    }),
  );
}

function readJson(file: string): { readonly value: unknown } | { readonly problem: string } {
  let text: string;
  try {
    const descriptor = openSync(file, 'r');
    try {
      if (fstatSync(descriptor).size > mostBytes)
        return { problem: `names a file of more than ${mostBytes} bytes` };
      text = readFileSync(descriptor, 'utf8');
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const { code: reason = 'unknown' } = error as NodeJS.ErrnoException;
    return { problem: `names a file that cannot be read: ${reason}` };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    // The parser's error would quote the text.
    return { problem: 'names a file that is not JSON' };
  }
}

function problemsOf(value: unknown): readonly string[] {
  const { success, data, error } = document.safeParse(value);
  if (success) return contradictionsOf(data.issuers);
  return error.issues.map(({ path: place, message }) => `${placeOf(place)}: ${message}`);
}

/** What each member allows, but their combination does not. */
function contradictionsOf(issuers: readonly IssuerEntry[]): readonly string[] {
  return issuers.flatMap((issuer, index) => {
    const isRepeated = issuers.findIndex((other) => other.issuer === issuer.issuer) < index;
    const countsAcr = issuer.freshness === 'acr';
    const found: readonly (readonly [boolean, string])[] = [
      [isRepeated, 'issuer: is listed twice'],
      [countsAcr && issuer.acrValues === undefined, 'acrValues: is missing: freshness is acr'],
      [!countsAcr && issuer.acrValues !== undefined, 'acrValues: is used only with freshness acr'],
      [
        issuer.rolePermissions !== undefined && issuer.claims?.permissions !== undefined,
        'claims.permissions: is not read beside rolePermissions',
      ],
    ];
    return found.filter(([isFound]) => isFound).map(([, text]) => `issuers[${index}].${text}`);
  });
}

function placeOf(place: readonly PropertyKey[]): string {
  const text = place.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text.replace(/^\./, '') || 'the document';
}

/** Names the members that the format does not have, and no value. */
function objectError(issue: { readonly code?: string; readonly keys?: readonly string[] }): string {
  if (issue.code !== 'unrecognized_keys') return 'must be an object';
  return `has members that are not known: ${(issue.keys ?? []).join(', ')}`;
}
