/** Links of the partial `site-share-links`, on the page of a result. */
export interface ShareView {
  /** LinkedIn's form "Add licence or certification", filled in. */
  readonly linkedInUrl: string;
  readonly openBadgePath: string;
  readonly openBadgeCodePath: string;
}

export interface SharedCertificate {
  readonly id: string;
  readonly createdAt: Date;
}

export interface ShareContext {
  readonly publicBaseUrl: string;
  /** The issuer as LinkedIn shows it. */
  readonly issuerName: string;
}

/** The date of renewal is advice, so LinkedIn gets no date of expiry. */
export function shareView(
  { id, createdAt }: SharedCertificate,
  { publicBaseUrl, issuerName }: ShareContext,
): ShareView {
  const base = new URL(publicBaseUrl).pathname.replace(/\/$/, '');
  const form = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: 'AI governance self-assessment',
    organizationName: issuerName,
    issueYear: String(createdAt.getUTCFullYear()),
    issueMonth: String(createdAt.getUTCMonth() + 1),
    certUrl: `${publicBaseUrl}/verify/${id}`,
    certId: id,
  });
  return {
    linkedInUrl: `https://www.linkedin.com/profile/add?${form.toString()}`,
    openBadgePath: `${base}/results/badge/${id}/open-badge.svg`,
    openBadgeCodePath: `${base}/results/badge/${id}/open-badge.jwt`,
  };
}
