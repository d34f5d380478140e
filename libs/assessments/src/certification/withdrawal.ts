/** Why a certificate was withdrawn. Codes for the record, so that it contains no free text about a person. */
export const withdrawalReasons = [
  'issued_in_error',
  'rubric_defect',
  'misused',
  'holder_request',
  'key_compromised',
] as const;
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** The date and reason of a withdrawal. */
export interface Withdrawal {
  readonly at: Date;
  readonly reason: WithdrawalReason;
}

export const withdrawalReasonsInWords: Readonly<Record<WithdrawalReason, string>> = {
  issued_in_error: 'It was issued in error.',
  rubric_defect: 'Its rubric had a defect.',
  misused: 'It was used to mislead.',
  holder_request: 'The submitter requested it.',
  key_compromised: 'Its signing key is no longer secret.',
};

export function isWithdrawalReason(text: string): text is WithdrawalReason {
  return withdrawalReasons.some((reason) => reason === text);
}
