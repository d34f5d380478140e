import { type CertificateHolder } from '@governance/assessments';
import { holderLayout, pageLayout } from '@governance/certificate-verifier';

/** The layout of a new page: that of certificates without a name stays as it was. */
export function layoutOf({ organizationName }: CertificateHolder): typeof pageLayout | typeof holderLayout {
  return organizationName === undefined ? pageLayout : holderLayout;
}
