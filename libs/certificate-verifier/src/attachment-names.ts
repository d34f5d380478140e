/** The names of the files in every certificate. Verifiers look for them. */
export const attachmentNames = {
  credential: 'credential.json',
  result: 'result.json',
  holderProof: 'holder-proof.json',
  logProof: 'log-proof.txt',
} as const;
