/** The names of the files in every certificate, which checkers look for. */
export const attachmentNames = {
  credential: 'credential.json',
  result: 'result.json',
  holderProof: 'holder-proof.json',
} as const;
