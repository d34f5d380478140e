import { type IssuerEntry } from '@governance/config';
import { issuerProfileOf } from '@governance/iam';
import { type AcceptedIssuer } from './token-settings';

export interface AcceptedIssuersOptions {
  /** The only accepted issuer, if no entries are given. */
  readonly issuer?: string | undefined;
  readonly jwksUri?: string | undefined;
  /** The issuers of the file, which wins. */
  readonly entries?: readonly IssuerEntry[] | undefined;
  readonly claimsNamespace: string;
  /** The value that `aud` must contain, unless an entry names its own. */
  readonly audience: string;
}

/** The accepted issuers of the settings. One issuer without a file is the short form of a file: both kinds of caller. */
export function acceptedIssuersOf({
  issuer,
  jwksUri,
  entries,
  claimsNamespace,
  audience,
}: AcceptedIssuersOptions): readonly AcceptedIssuer[] {
  if (entries === undefined) {
    if (issuer === undefined) return [];
    return [{ profile: issuerProfileOf({ issuer, claimsNamespace }), jwksUri, audience }];
  }
  return entries.map((entry) => ({
    profile: issuerProfileOf({ ...entry, claimsNamespace }),
    jwksUri: entry.jwksUri,
    audience: entry.audience ?? audience,
    types: entry.types && new Set(entry.types),
  }));
}
