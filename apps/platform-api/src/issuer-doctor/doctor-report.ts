import {
  type ClaimRead,
  claimsRead,
  type RefusalDescription,
  type TokenExamination,
} from '@governance/auth-guards';
import { type Caller, isPermission, secondFactorAgeSeconds } from '@governance/iam';
import { type Hint, hintsFor } from './doctor-hints';

/** What the command prints, as JSON or in words. It contains no token. */
export interface DoctorReport {
  readonly accepted: boolean;
  /** The last line: the decision in one sentence. */
  readonly verdict: string;
  readonly header?: { readonly alg: string; readonly kid: string; readonly typ: unknown };
  /** Absent: no accepted issuer has the `iss` of the token. */
  readonly issuer?: { readonly iss: string; readonly audience: string; readonly issues: readonly string[] };
  readonly times?: Readonly<Record<'iat' | 'nbf' | 'exp', string | undefined>>;
  readonly claims: readonly ClaimRead[];
  readonly caller?: CallerReport;
  readonly defects: readonly RefusalDescription[];
  readonly hints: readonly Hint[];
}

interface CallerReport {
  readonly kind: Caller['kind'];
  readonly orgId: string | undefined;
  readonly permissions: readonly string[];
  /** Permissions that the token names and this caller does not get. */
  readonly dropped: readonly string[];
  /** Undefined: no second factor counts. Always undefined for a machine. */
  readonly secondFactorAgeSeconds: number | undefined;
  /** Where the second-factor window comes from. */
  readonly window: string | undefined;
}

export function reportOf(examination: TokenExamination, now: Date): DoctorReport {
  const { raw, issuer, verdict, defects } = examination;
  const claims = raw && issuer ? claimsRead(raw.claims, issuer.profile) : [];
  return {
    accepted: verdict.outcome === 'accepted',
    verdict: verdictInWords(examination),
    ...(raw && { header: raw.header, times: timesOf(raw.claims) }),
    ...(issuer && {
      issuer: {
        iss: issuer.profile.issuer,
        audience: issuer.audience,
        issues: [...issuer.profile.issues],
      },
    }),
    claims,
    ...(verdict.outcome === 'accepted' && { caller: callerReport(verdict.caller, { examination, now }) }),
    defects,
    hints: hintsFor(examination),
  };
}

function verdictInWords({ verdict }: TokenExamination): string {
  switch (verdict.outcome) {
    case 'accepted':
      return acceptedInWords(verdict.caller);
    case 'refused':
      return `refused (401): ${verdict.defect.problem ?? verdict.defect.reason}`;
    case 'unavailable':
      return 'not decided (503): the issuer does not answer with its keys';
  }
}

function acceptedInWords({ kind, subject, orgId }: Caller): string {
  const place = orgId === undefined ? 'without an organization' : `of ${orgId}`;
  const condition = kind === 'machine' ? ', while its credential there is active' : '';
  return `accepted as ${kind} ${subject} ${place}${condition}`;
}

function timesOf(claims: Readonly<Record<string, unknown>>): NonNullable<DoctorReport['times']> {
  const inWords = (value: unknown): string | undefined => {
    const date = new Date(typeof value === 'number' ? value * 1_000 : NaN);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  };
  return { iat: inWords(claims.iat), nbf: inWords(claims.nbf), exp: inWords(claims.exp) };
}

function callerReport(
  caller: Caller,
  { examination, now }: { readonly examination: TokenExamination; readonly now: Date },
): CallerReport {
  const { raw, issuer } = examination;
  const place =
    issuer?.profile.rolePermissions === undefined ? issuer?.profile.places.permissions : undefined;
  const named = raw && place?.valueIn(raw.claims);
  const names: readonly unknown[] = Array.isArray(named) ? named : [];
  return {
    kind: caller.kind,
    orgId: caller.orgId,
    permissions: [...caller.permissions],
    dropped: names.filter(
      (name): name is string =>
        typeof name === 'string' && !(isPermission(name) && caller.permissions.has(name)),
    ),
    secondFactorAgeSeconds: secondFactorAgeSeconds(caller, now),
    window: windowOf(caller),
  };
}

function windowOf(caller: Caller): string | undefined {
  if (caller.kind === 'machine') return undefined;
  const { window, mfaMaxAge } = caller.stepUp;
  if (window === 'policy') return 'of our policy';
  return typeof mfaMaxAge === 'number'
    ? `${mfaMaxAge} s, of the token`
    : 'none: no second factor is required';
}
