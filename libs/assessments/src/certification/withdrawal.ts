/** Why a certificate no longer counts. Codes, so that the record can name them and nobody can write about a person. */
export const withdrawalReasons = [
  'issued_in_error',
  'rubric_defect',
  'misused',
  'holder_request',
  'key_compromised',
] as const;
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** That a certificate was withdrawn, when and why. */
export interface Withdrawal {
  readonly at: Date;
  readonly reason: WithdrawalReason;
}

export const withdrawalReasonsInWords: Readonly<Record<WithdrawalReason, string>> = {
  issued_in_error: 'It was issued in error.',
  rubric_defect: 'The rubric that it was derived from had a defect.',
  misused: 'It was used to mislead.',
  holder_request: 'Whoever submitted it asked for that.',
  key_compromised: 'The key that signed it is no longer secret.',
};

export function isWithdrawalReason(text: string): text is WithdrawalReason {
  return withdrawalReasons.some((reason) => reason === text);
}
