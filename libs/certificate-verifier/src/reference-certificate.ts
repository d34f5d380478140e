import { base64url } from 'jose';
import { IssuerKeySet } from './issuer-key-set';
import { reference } from './reference-data';
import { type VerificationInput } from './verification-input';

/**
 * A genuine certificate of an issuer that never existed, with its keys, its public log, its status list and its holder. A program that does not
 * find it genuine cannot judge another certificate. `reference-certificate.spec.ts` of the command line makes it.
 */
export function referenceCertificate(): VerificationInput {
  const { pdf, jwks, log, rubric, disclosure, statusList } = reference;
  return {
    certificate: { pdf: base64url.decode(pdf) },
    keys: new IssuerKeySet(jwks),
    log: { ...log, source: 'file' },
    rubrics: [rubric],
    disclosure,
    statusList: () => Promise.resolve({ list: statusList }),
  };
}
