import { type CertificateHolder } from '@governance/assessments';
import { holderLayout, pageLayout } from '@governance/certificate-verifier';

/** The layout of a new page: that of certificates without a holder stays as it was. */
export function layoutOf({
  organizationName,
  domain,
}: CertificateHolder): typeof pageLayout | typeof holderLayout {
  return organizationName === undefined && domain === undefined ? pageLayout : holderLayout;
}
