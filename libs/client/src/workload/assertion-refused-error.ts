import { SignInError } from '../auth/sign-in-error';

/** What to check about a condition of trust rules. The others are claims. */
const checks: Readonly<Record<string, string>> = {
  members: 'no claim may be there twice',
  typ: 'use an ID token, and no token with another purpose',
  iss: 'the issuer of the rule must be the claim `iss`',
  aud: 'ask the platform for a token for the audience of the rule, and for no other',
  exp: 'the token has expired, or is valid for more than a day: get a new one',
  nbf: 'the token is not valid yet: compare the clock of the platform',
  iat: 'the token is of the future: compare the clock of the platform',
  sub: 'the subject of the rule must be the claim `sub`',
  expires_at: 'the rule has ended: an admin can make a new one',
  allowed_networks: 'the rule allows other networks than the one of this machine',
  single_use: 'the token was used before: get a new one for each sign-in',
};

const unnamed =
  'check that the client id is that of a trust rule, that the rule still exists, and that its issuer has signed the token';

/** The identity provider refuses the token of a workload's platform. The message contains no value of the token or the rule. */
export class AssertionRefusedError extends SignInError {
  override readonly name = 'AssertionRefusedError';

  constructor(
    /**
     * The first condition of the trust rule that the token does not meet, such as `repository_id`. Undefined: the provider
     * names none, because the rule's issuer has not signed the token.
     */
    readonly condition: string | undefined,
    {
      check,
      code = 'invalid_grant',
      status,
    }: { readonly check?: string; readonly code?: string; readonly status?: number | undefined } = {},
  ) {
    super(textOf(condition, check), code, status);
  }
}

function textOf(condition: string | undefined, check?: string): string {
  if (condition === undefined) return `the token was refused: ${unnamed}`;
  return `the token does not meet the condition ${condition} of the trust rule: ${check ?? checkOf(condition)}`;
}

function checkOf(condition: string): string {
  const check = Object.hasOwn(checks, condition) ? checks[condition] : undefined;
  return check ?? 'the claim must be a text, and the same as in the rule';
}

/** How the embedded identity provider names a condition. */
const named = /^the assertion does not meet the condition ([\x21-\x7e]{1,1000})$/;

/** The refusal of an exchange; any other error as it is. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof AssertionRefusedError || !(error instanceof SignInError)) return error;
  const { code, status, message } = error;
  if (code !== 'invalid_grant' && code !== 'invalid_client') return error;
  return new AssertionRefusedError(named.exec(message)?.[1], { code, status });
}
