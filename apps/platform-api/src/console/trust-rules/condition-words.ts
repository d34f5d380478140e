import { claimLabel } from './preset-claims';

interface ConditionWords {
  readonly label: string;
  /** Why a token was refused. */
  readonly refused: string;
}

/** The conditions of every rule, by their names. */
const words: Readonly<Record<string, ConditionWords>> = {
  signature: { label: 'Signature', refused: 'No key of the issuer has signed the token' },
  members: { label: 'No claim is there twice', refused: 'A claim was there twice' },
  typ: { label: 'Purpose of the token', refused: 'The token was made for another purpose' },
  iss: { label: 'Issuer', refused: 'The token was of another issuer' },
  aud: { label: 'Audience', refused: 'The token was for another audience, or for several' },
  exp: { label: 'Has not expired', refused: 'The token had expired, or was valid for more than a day' },
  nbf: { label: 'Is valid already', refused: 'The token was not valid yet' },
  iat: { label: 'Was not issued in the future', refused: 'The token was issued in the future' },
  sub: { label: 'Subject', refused: 'The token was of another subject' },
  expires_at: { label: 'The rule has not expired', refused: 'The rule had expired' },
  allowed_networks: { label: 'Network', refused: 'The request came from another network' },
  single_use: { label: 'Was not used before', refused: 'The token was used before' },
};

/** A condition in words. `claim` is the name of a claim that has none. */
export interface ConditionView extends Partial<ConditionWords> {
  readonly claim: string | undefined;
}

/** `name`: as the API names the condition. */
export function conditionView(name: string): ConditionView {
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  if (known) return { ...known, claim: undefined };
  const label = claimLabel(name);
  if (label === undefined) return { claim: name };
  return { label, refused: `Another value: ${label}`, claim: undefined };
}
